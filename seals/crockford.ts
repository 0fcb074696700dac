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
