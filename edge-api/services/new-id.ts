// Random ids that reveal nothing: 60 bits or more, in letters and digits that people can't confuse.
import { randomBytes } from 'node:crypto';
import { CROCKFORD } from '#seals/crockford.ts';

const ALPHABET = CROCKFORD.toLowerCase();

/** Twelve characters. Among a thousand million of these ids, the odds that any two are the same are about even. */
export function newId(): string {
  return encode(randomBytes(12));
}

/** Twenty-six characters, 130 bits, for an id that is itself a secret, such as a file's address. */
export function newSecretId(): string {
  return encode(randomBytes(26));
}

const UID_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'; // without 0 O 1 I L

/** A candidate's uid: seven characters, not sequential. */
export function newUid(): string {
  let uid = '';
  // The alphabet has 31 letters. Bytes from 248 on are dropped, so that each letter is equally likely.
  while (uid.length < 7)
    for (const byte of randomBytes(8))
      if (byte < 248 && uid.length < 7) uid += UID_ALPHABET[byte % 31];
  return uid;
}

function encode(bytes: Uint8Array): string {
  let id = '';
  for (const byte of bytes) id += ALPHABET[byte & 31];
  return id;
}
