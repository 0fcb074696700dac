/** Does what was pressed while the page was ready HTML without its script (web/build/first-script.ts keeps it). */
declare global {
  interface Window {
    keepEarlyPress?: (event: MouseEvent) => void;
    earlyPress?: HTMLElement;
  }
}

export function doEarlyPress() {
  const { keepEarlyPress, earlyPress } = window;
  if (!keepEarlyPress) return;
  removeEventListener('click', keepEarlyPress, true);
  delete window.keepEarlyPress;
  delete window.earlyPress;
  earlyPress?.removeAttribute('aria-disabled');
  if (earlyPress?.isConnected) earlyPress.click();
}
