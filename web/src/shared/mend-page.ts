/**
 * Fetches what the network lost or cut short until it is whole, and reloads the page with what was typed in
 * it; the script inside each page does it (web/build/first-script.ts).
 */
declare global {
  interface Window {
    mendPage?: (isTold: boolean) => Promise<void>;
  }
}

/**
 * @param isTold the app says what is the matter, so the script doesn't
 * @returns false where there is no such script, as while developing
 */
export function mendPage(isTold: boolean): boolean {
  if (!window.mendPage) return false;
  void window.mendPage(isTold);
  return true;
}

/**
 * A newer version replaced the one that this page began with: its script is gone. The service worker leaves a HEAD to
 * the server.
 */
export async function isReplaced(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module]');
  const answer =
    script && (await fetch(script.src, { method: 'HEAD', cache: 'no-store' }).catch(() => null));
  return answer?.status === 404;
}

/** A module or its style sheet that didn't come, in the words of Chromium, Firefox, Safari and Vite. */
export function isLost(error: unknown): boolean {
  return /dynamically imported module|module script failed|preload CSS/i.test(String(error));
}
