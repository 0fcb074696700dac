/**
 * On the pages that people sign in and register on: brings the page that follows into the browser's cache while they
 * type. Small files only: going on to the exam breaks off what is still coming, but not what the service worker fetches.
 */
import { isDataDear } from '#web/pwa/is-data-dear.ts';

export function fetchNext(): void {
  if (isDataDear()) return;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-next]')) {
    link.rel = 'prefetch';
  }
}
