// Addresses of stored files, relative to the origin. Pictures and result PDFs are public; a document's
// address carries a signature that ends, and its name, which is what a link is labelled with.
import type { Deps } from '../../deps.ts';

/** An export that was downloaded stays usable for a week. */
const LINK_DAYS = 7;

export function publicPath(id: string): string {
  return `/files/${id}`;
}

export function signedPath(
  deps: Pick<Deps, 'keys' | 'now'>,
  file: { id: string; name: string },
): string {
  // Whole days: the address stays the same for a day, so a list loaded again shows the same links.
  const day = 24 * 60 * 60_000;
  const until = Math.floor(deps.now() / day) * day + (LINK_DAYS + 1) * day;
  return `/files/${file.id}/${encodeURIComponent(file.name)}?until=${until}&signature=${deps.keys.sign('file-link', `${file.id} ${until}`)}`;
}

export function isSignedPath(
  deps: Pick<Deps, 'keys' | 'now'>,
  id: string,
  until: number,
  signature: string,
): boolean {
  return until > deps.now() && deps.keys.verify('file-link', `${id} ${until}`, signature);
}
