// Crockford's base 32: letters and digits that survive reading aloud and typing. No I, L, O or U.
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** For typed or scanned text: accepts small letters, spaces, dashes, dots and line ends, and O, I, L for 0, 1, 1. */
export function tidyCrockford(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[\s.·–-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}

// A check character that detects any one wrong character of a code and any two swapped neighbours.

/** Damm's check over the field of 32 elements (x⁵ + x² + 1): zero for a correct code with its check character. */
export function checkOf(values: readonly number[]): number {
  return values.reduce((check, value) => {
    const doubled = (check ^ value) << 1;
    return doubled > 31 ? doubled ^ 0b100101 : doubled;
  }, 0);
}
