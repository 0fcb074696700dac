// A phone's name towards the server is a digest of a secret that only the phone has. A phone that uses the name must show
// the secret; somebody who only saw the name, in a hand-over or a log, can't [AT22].
import { toBase64url, utf8 } from './bytes.ts';

/**
 * The form of such a name, one character longer than the names of apps before protocol 4: those are sixteen random
 * characters and prove nothing.
 */
const FORM = /^_[\w-]{16}$/;

/** The first 96 bits of the secret's SHA-256. */
export async function phoneName(secret: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(secret)));
  return `_${toBase64url(digest.subarray(0, 12))}`;
}

/** Whether `secret` proves `name`; older names need no proof. @param name of at most forty characters */
export async function isShown(name: string, secret: string | undefined): Promise<boolean> {
  return !FORM.test(name) || (secret !== undefined && (await phoneName(secret)) === name);
}
