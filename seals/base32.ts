// Bytes in Crockford's base 32, for one person to read out and another to type. Five bits per character.
import type { Bytes } from './bytes.ts';
import { CROCKFORD, tidyCrockford } from './crockford.ts';

export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += CROCKFORD[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + CROCKFORD[(held << (5 - bits)) & 31] : text;
}

/** @returns null for what `toBase32` never writes */
export function fromBase32(typed: string): Bytes | null {
  const text = tidyCrockford(typed);
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const character of text) {
    const value = CROCKFORD.indexOf(character);
    if (value < 0) return null;
    held = (held << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = held >> bits;
    at += 1;
    held &= (1 << bits) - 1;
  }
  return held === 0 && bits < 5 ? bytes : null;
}
