// The server's time on a candidate's pages: what says whether an exam is over, or open, goes by it. A phone's date may be hours off.

let aheadMs = 0;

/** For `useLoad`. What a cache may have kept tells when it was made. */
export function hearTime(headers: Headers): void {
  const told = Date.parse(headers.get('date') ?? '');
  if (told && headers.get('cache-control') === 'no-store') aheadMs = Date.now() - told;
}

/** Milliseconds since 1970 by the server's clock, by what was heard last; by this device's until then. */
export const serverNow = (): number => Date.now() - aheadMs;
