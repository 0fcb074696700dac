// The server's time on a candidate's pages: it decides whether an exam is open or over, because a phone's date may be
// hours off.

let aheadMs = 0;

/**
 * Pass to `useLoad` as `heard`. A reply that a cache may have kept is ignored, because its Date says when it was made.
 */
export function hearTime(headers: Headers): void {
  const told = Date.parse(headers.get('date') ?? '');
  if (told && headers.get('cache-control') === 'no-store') aheadMs = Date.now() - told;
}

/** Milliseconds since 1970 by the server's clock, as last heard; by this device's clock until then. */
export const serverNow = (): number => Date.now() - aheadMs;
