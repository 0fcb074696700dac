/** A phone whose date is wrong, or is set while the exam is under way. */
import type { Page } from '@playwright/test';

/**
 * Before the page's first script: the date is off by `shift` milliseconds, as is what a browser started under
 * that date calls its origin of time.
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

/** Someone sets the phone's date while the page is open. */
export async function setDate(page: Page, shift: number): Promise<void> {
  await page.evaluate((by) => {
    globalThis.dispatchEvent(new CustomEvent('set-the-date', { detail: by }));
  }, shift);
}
