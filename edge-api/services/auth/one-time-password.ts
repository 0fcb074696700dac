// A password that works once: ten of 31 letters and digits that can't be mistaken for one another, 49 bits.
import { randomInt } from 'node:crypto';

const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 10;

export function newOneTimePassword(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

const FORM = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

/** It came by SMS in capitals; a phone's keyboard begins with small letters. */
export function readOneTimePassword(typed: string): string {
  return typed.trim().toUpperCase();
}

export function looksLikeOneTimePassword(typed: string): boolean {
  return FORM.test(readOneTimePassword(typed));
}
