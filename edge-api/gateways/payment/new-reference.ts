/**
 * Ids that the gateway accepts for an order or a refund: 16 Crockford characters (75 bits of chance), the
 * first a letter, since an id of digits only is refused (integrations.md section 1, "order_id").
 */
import { randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = `0123456789${LETTERS}`;
const LENGTH = 16;

export function newReference(): string {
  const pick = (from: string) => from.charAt(randomInt(from.length));
  return pick(LETTERS) + Array.from({ length: LENGTH - 1 }, () => pick(CHARACTERS)).join('');
}
