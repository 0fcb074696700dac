// Ids that say nothing: 60 random bits in letters and digits that can't be mistaken for one another.
import { randomBytes } from 'node:crypto';
import { CROCKFORD } from '#seals/crockford.ts';

const ALPHABET = CROCKFORD.toLowerCase();

/** Twelve characters; two in a thousand million have even odds of ever meeting. */
export function newId(): string {
  return encode(randomBytes(12));
}

/** Twenty-six characters, 130 bits: an id that is itself a secret, such as a file's address. */
export function newSecretId(): string {
  return encode(randomBytes(26));
}

const UID_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'; // no 0 O 1 I L

/** A candidate's uid: seven characters, not sequential. */
export function newUid(): string {
  let uid = '';
  // 31 letters: bytes from 248 on are thrown away, so that each letter is equally likely.
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
