// Crockford's base 32: letters and digits that survive reading aloud and typing. No I, L, O or U.
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
