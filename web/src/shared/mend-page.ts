/**
 * Fetches what the network lost or cut short until it is complete, and reloads the page with what was typed in it. The
 * script inside each page does that (web/build/first-script.ts).
 */
declare global {
  interface Window {
    mendPage?: (isTold: boolean) => Promise<void>;
  }
}

/**
 * @param isTold the app itself says what is wrong, so the script doesn't
 * @returns false when the page has no such script, as in development
 */
export function mendPage(isTold: boolean): boolean {
  if (!window.mendPage) return false;
  void window.mendPage(isTold);
  return true;
}

/**
 * Whether a newer version has replaced the one that this page began with, so that its script is gone. The service
 * worker leaves HEAD requests to the server.
 */
export async function isReplaced(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module]');
  const answer =
    script && (await fetch(script.src, { method: 'HEAD', cache: 'no-store' }).catch(() => null));
  return answer?.status === 404;
}

/** Whether a module or its style sheet failed to load, in the words of Chromium, Firefox, Safari and Vite. */
export function isLost(error: unknown): boolean {
  return /dynamically imported module|module script failed|preload CSS/i.test(String(error));
}
