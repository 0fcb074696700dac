// Extra time read out in a hall without network (decision 43): eight characters that a proctor's phone makes and one
// candidate's phone accepts. They move that phone's timer; the server believes only the proctor's act, whenever it
// arrives. Minutes 6 bits, a number 4 bits, 25 bits of MAC, and a check character.
import { fromBase64url, utf8 } from './bytes.ts';
import { CROCKFORD, checkOf, tidyCrockford } from './crockford.ts';

const LENGTH = 8;
export const MOST_CODE_MINUTES = 63;
/** Numbers from 0. A phone uses each once, so a code read out twice counts once. */
export const CODE_NUMBERS = 16;

type Grant = { minutes: number; number: number };

/** @param key of this candidate, base64url */
export async function makeExtraTimeCode(key: string, { minutes, number }: Grant): Promise<string> {
  const mac = await macOf(key, { minutes, number });
  const bits = (BigInt(minutes) << 29n) | (BigInt(number) << 25n) | mac;
  const values = Array.from({ length: LENGTH - 1 }, (_, place) =>
    Number((bits >> BigInt(5 * (LENGTH - 2 - place))) & 31n),
  );
  return [...values, checkOf(values)].map((value) => CROCKFORD[value]).join('');
}

/** As it is shown and read out. */
export function spokenExtraTimeCode(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}

/** `slip`: mistyped, detected without a key; `foreign`: complete, but not for this candidate. */
export type ReadGrant = ({ kind: 'right' } & Grant) | { kind: 'slip' } | { kind: 'foreign' };

export async function readExtraTimeCode(key: string, typed: string): Promise<ReadGrant> {
  const code = tidyCrockford(typed.slice(0, 100));
  const values = [...code].map((sign) => CROCKFORD.indexOf(sign));
  if (values.length !== LENGTH || values.includes(-1) || checkOf(values) !== 0)
    return { kind: 'slip' };
  const bits = values.slice(0, -1).reduce((all, value) => (all << 5n) | BigInt(value), 0n);
  const grant = { minutes: Number(bits >> 29n), number: Number((bits >> 25n) & 15n) };
  const isRight = (bits & MAC_BITS) === (await macOf(key, grant)) && grant.minutes > 0;
  return isRight ? { kind: 'right', ...grant } : { kind: 'foreign' };
}

const MAC_BITS = (1n << 25n) - 1n;

async function macOf(key: string, { minutes, number }: Grant): Promise<bigint> {
  const secret = await crypto.subtle.importKey(
    'raw',
    fromBase64url(key),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const text = utf8(`pariksha|1|extra-time|${minutes}|${number}`);
  const mac = new DataView(await crypto.subtle.sign('HMAC', secret, text));
  return BigInt(mac.getUint32(0)) & MAC_BITS;
}
