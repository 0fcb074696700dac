/**
 * On the pages that people sign in and register on: brings what the exam needs into the browser's cache while they
 * type. Called once the page has all that it needs itself, and sooner than a service worker can be at work, which
 * then finds the files there (web/src/pwa/keep-exam.ts).
 */
export function fetchNext(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-next]')) {
    link.rel = 'prefetch';
  }
}
