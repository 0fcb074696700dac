// Bytes in the characters that a QR code holds most of (RFC 9285): three characters for two bytes.
import type { Bytes } from './bytes.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

export function toBase45(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 2) {
    const [first = 0, second] = bytes.subarray(at, at + 2);
    let value = second === undefined ? first : first * 256 + second;
    for (let digit = second === undefined ? 2 : 3; digit > 0; digit -= 1) {
      text += ALPHABET[value % 45];
      value = Math.floor(value / 45);
    }
  }
  return text;
}

/** @returns null for what `toBase45` never writes */
export function fromBase45(text: string): Bytes | null {
  if (text.length % 3 === 1) return null;
  const bytes = new Uint8Array(Math.floor(text.length / 3) * 2 + (text.length % 3 === 2 ? 1 : 0));
  for (let at = 0, to = 0; at < text.length; at += 3) {
    const digits = Array.from(text.slice(at, at + 3), (character) => ALPHABET.indexOf(character));
    if (digits.includes(-1)) return null;
    const value = digits.reduceRight((sum, digit) => sum * 45 + digit, 0);
    if (value > (digits.length === 3 ? 65_535 : 255)) return null;
    if (digits.length === 3) {
      bytes[to] = value >> 8;
      to += 1;
    }
    bytes[to] = value & 255;
    to += 1;
  }
  return bytes;
}
