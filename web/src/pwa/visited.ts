/**
 * What the service worker keeps of pages that it doesn't hold from the start: scripts, styles and pictures
 * of the advertising pages that were shown. Their names carry a hash, so a kept one is never stale.
 */
export const VISITED_CACHE = 'visited';

export function isAsset(address: string, origin: string): boolean {
  return address.startsWith(`${origin}/assets/`);
}
