// The server's signed word that it holds everything of a submission (rule 11).
import type { Receipt } from '#contract/wire/sync.ts';
import { CROCKFORD } from '#seals/crockford.ts';
import type { Deps } from '../../deps.ts';

export function signReceipt(
  deps: Pick<Deps, 'keys'>,
  sittingId: string,
  seq: number,
  digest: string,
  now: number,
): Receipt {
  const receivedAt = new Date(now).toISOString();
  const signature = deps.keys.sign('receipt', [sittingId, seq, digest, receivedAt].join('|'), 32);
  // Sixty bits of the signature as three groups of four letters: what a candidate can read out.
  const letters = [...Buffer.from(signature, 'base64url').subarray(0, 12)].map(
    (byte) => CROCKFORD[byte & 31],
  );
  const code = [0, 4, 8].map((from) => letters.slice(from, from + 4).join('')).join('-');
  return { code, sittingId, seq, digest, receivedAt, signature };
}
