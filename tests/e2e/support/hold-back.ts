import type { Page } from '@playwright/test';

/** What the page asks of these addresses goes on its way only once the function that is returned has been called. */
export async function holdBack(page: Page, addresses: string | RegExp): Promise<() => void> {
  let goOn = () => {};
  const released = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return goOn;
}
