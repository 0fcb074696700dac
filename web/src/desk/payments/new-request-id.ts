/** An id for a refund that the gateway takes: 16 letters and digits without look-alikes, the first a letter. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
}
