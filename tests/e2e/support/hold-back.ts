import type { Page } from '@playwright/test';

/** Holds back the page's requests to these addresses until the returned function is called. */
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
