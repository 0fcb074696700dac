// The start code (rule 19): ten characters that a proctor reads out and that unwrap the key of a sealed paper on a
// phone without network. Nine are random, 45 bits; the tenth detects any one wrong character and any two swapped
// neighbours. Stretching makes up for so few bits: each guess costs 1,200,000 rounds of PBKDF2.
import { type Bytes, fromBase64url, type SubtleKey, toBase64url, utf8 } from './bytes.ts';
import { CROCKFORD, checkOf, tidyCrockford } from './crockford.ts';

const LENGTH = 10;
export const START_CODE_ROUNDS = 1_200_000;

/** @param chance at least nine bytes */
export function startCodeOf(chance: Uint8Array): string {
  const values = [...chance.subarray(0, LENGTH - 1)].map((byte) => byte & 31);
  return [...values, checkOf(values)].map((value) => CROCKFORD[value]).join('');
}

/** As it is shown and read out: two groups of five. */
export function spokenStartCode(code: string): string {
  return `${code.slice(0, 5)} ${code.slice(5)}`;
}

export type TypedStartCode =
  | { kind: 'right'; code: string }
  | { kind: 'unfinished' }
  | { kind: 'wrong' };

/** Case, spaces and dashes don't matter, nor do letters that look like digits. */
export function readStartCode(typed: string): TypedStartCode {
  const code = tidyCrockford(typed.slice(0, 100));
  const values = [...code].map((sign) => CROCKFORD.indexOf(sign));
  if (values.includes(-1) || values.length > LENGTH) return { kind: 'wrong' };
  if (values.length < LENGTH) return { kind: 'unfinished' };
  return checkOf(values) === 0 ? { kind: 'right', code } : { kind: 'wrong' };
}

/** The stretched code, the same for every sitting of an exam. Stretching takes a second on a cheap phone. */
export async function stretchCode(code: string, salt: string, rounds: number): Promise<SubtleKey> {
  const base = await crypto.subtle.importKey('raw', utf8(code), 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64url(salt), iterations: rounds },
    base,
    256,
  );
  return crypto.subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey']);
}

/** The key that is wrapped and its sitting. Each pair has its own wrapping key, so the nonce may be all zeros. */
export type Wrapping = { sittingId: string; keyId: string };

/** @returns base64url */
export async function wrapKey(stretched: SubtleKey, of: Wrapping, key: Bytes): Promise<string> {
  const wrapped = await crypto.subtle.encrypt(ZERO_NONCE, await wrappingKey(stretched, of), key);
  return toBase64url(new Uint8Array(wrapped));
}

/** Null if it was wrapped with another code, or belongs to another sitting. */
export async function unwrapKey(
  stretched: SubtleKey,
  of: Wrapping,
  wrapped: string,
): Promise<Bytes | null> {
  const key = await wrappingKey(stretched, of);
  return crypto.subtle.decrypt(ZERO_NONCE, key, fromBase64url(wrapped)).then(
    (opened) => new Uint8Array(opened),
    () => null,
  );
}

const ZERO_NONCE = { name: 'AES-GCM', iv: new Uint8Array(12) };

function wrappingKey(stretched: SubtleKey, { sittingId, keyId }: Wrapping): Promise<SubtleKey> {
  return crypto.subtle.deriveKey(
    {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: utf8(keyId),
      info: utf8(`pariksha|1|start-code|${sittingId}`),
    },
    stretched,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
