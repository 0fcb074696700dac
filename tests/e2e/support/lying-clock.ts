/** A phone whose date is wrong, or is set while the exam is under way. */
import type { Page } from '@playwright/test';

/**
 * Makes the date wrong by `shift` milliseconds before the page's first script runs. `performance.timeOrigin` is wrong
 * by as much, as in a browser that was started under that date.
 */
export async function startWithDateOff(page: Page, shift: number): Promise<void> {
  await page.addInitScript((startShift) => {
    const RealDate = Date;
    let off = startShift;
    const lying = (...given: ConstructorParameters<typeof Date>) =>
      given.length > 0 ? new RealDate(...given) : new RealDate(RealDate.now() + off);
    globalThis.Date = new Proxy(RealDate, {
      construct: (_, given: ConstructorParameters<typeof Date>) => lying(...given),
      get: (target, name, receiver) =>
        name === 'now' ? () => RealDate.now() + off : Reflect.get(target, name, receiver),
    });
    const origin = performance.timeOrigin + startShift;
    Object.defineProperty(Performance.prototype, 'timeOrigin', { get: () => origin });
    globalThis.addEventListener('set-the-date', (event) => {
      if (event instanceof CustomEvent) off += event.detail;
    });
  }, shift);
}

/** Moves the phone's date by `shift` milliseconds while the page is open. */
export async function setDate(page: Page, shift: number): Promise<void> {
  await page.evaluate((by) => {
    globalThis.dispatchEvent(new CustomEvent('set-the-date', { detail: by }));
  }, shift);
}
