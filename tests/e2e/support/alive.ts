import type { Page } from '@playwright/test';

/** Waits until the app answers on a page that came ready from the server (web/src/app/early-press.ts). */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => 'alive' in window && (window.alive as Set<string>).has('page'));
}
