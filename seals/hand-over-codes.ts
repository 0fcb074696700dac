// A hand-over as the text of QR codes, in base 45, of which a QR code holds most: one code if the hand-over fits, else
// several that may be scanned in any order, each with the package's name and its own place.
import { toBase32 } from './base32.ts';
import type { Bytes } from './bytes.ts';
import { HandOverRefused } from './hand-over.ts';

/** Characters in a code of 117 by 117 dots, which a cheap camera reads from a cheap screen at a hand's width. */
const MOST_IN_A_CODE = 1_800;
/** A hand-over that needs more codes goes by file. */
const MOST_CODES = 40;

/** `PRK1:name:place/count:base45:`; the last colon keeps a trailing space from being trimmed. */
const PART = /^PRK1:([0-9A-Z]{5}):(\d{1,2})\/(\d{1,2}):(.*):$/;

export type HandOverPart = { name: string; place: number; count: number; text: string };

/** @returns none if it would need more codes than anyone would scan */
export function toCodes(bytes: Bytes): string[] {
  const text = toBase45(bytes);
  const name = toBase32(bytes.subarray(-3));
  // Whole groups of three characters in each code but the last.
  const count = Math.ceil(text.length / MOST_IN_A_CODE);
  if (count > MOST_CODES) return [];
  const size = Math.ceil(text.length / count / 3) * 3;
  return Array.from({ length: count }, (_, index) => {
    const piece = text.slice(index * size, (index + 1) * size);
    return `PRK1:${name}:${index + 1}/${count}:${piece}:`;
  });
}

/** @returns null for the text of any other code */
export function readCode(text: string): HandOverPart | null {
  if (text.length > MOST_IN_A_CODE + 40) return null;
  const [, name, place, count, piece] = PART.exec(text.trim()) ?? [];
  if (name === undefined || piece === undefined) return null;
  const part = { name, place: Number(place), count: Number(count), text: piece };
  return part.place >= 1 && part.place <= part.count && part.count <= MOST_CODES ? part : null;
}

/**
 * Puts the package together from all its codes, in any order, some of them repeated.
 * @throws HandOverRefused `cut` while one is missing; `foreign` for codes of two packages, or none
 */
export function fromCodes(parts: readonly HandOverPart[]): Bytes {
  const [first] = parts;
  if (!first) throw new HandOverRefused('foreign');
  if (parts.some(({ name, count }) => name !== first.name || count !== first.count))
    throw new HandOverRefused('foreign');
  const texts = new Map(parts.map(({ place, text }) => [place, text]));
  if (texts.size < first.count) throw new HandOverRefused('cut');
  const places = Array.from({ length: first.count }, (_, index) => texts.get(index + 1) ?? '');
  const bytes = fromBase45(places.join(''));
  if (!bytes) throw new HandOverRefused('altered');
  return bytes;
}

// Base 45, whose characters take least room in a QR code (RFC 9285): three characters for two bytes.

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
