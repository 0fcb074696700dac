// A phone's name towards the server is a digest of a secret that only the phone has. A phone that uses the name must show
// the secret; somebody who only saw the name, in a hand-over or a log, can't [AT22].
import { toBase64url, utf8 } from './bytes.ts';

/** Longer than the name of an app before protocol 4, which is sixteen random characters and proves nothing. */
const FORM = /^_[\w-]{16}$/;

/** 96 bits of it. */
export async function phoneName(secret: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(secret)));
  return `_${toBase64url(digest.subarray(0, 12))}`;
}

/** @param name of at most forty characters */
export async function isShown(name: string, secret: string | undefined): Promise<boolean> {
  return !FORM.test(name) || (secret !== undefined && (await phoneName(secret)) === name);
}
