/** Goes with a request, so that sending it again after a lost reply does nothing twice. */

/** Without look-alikes. The gateway accepts ids of 16 letters and digits that begin with a letter; ours have letters only. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
}
