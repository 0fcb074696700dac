/**
 * What every screen of the desk must fulfil: axe finds nothing, nothing is wider than the screen, and the page logs no
 * error or warning.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { violationsOf } from './accessible.ts';

interface View {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
}

/** Widths change the layout, themes only the colours, so each width and each theme is checked once. */
const bothWidths: readonly View[] = [
  { width: 360, height: 800, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
];

/** Doesn't load the page again, so what is open stays open. */
export async function expectSound(page: Page, what: string, views: readonly View[] = bothWidths) {
  for (const { width, height, colorScheme } of views) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const where = `${what}, ${width} wide, ${colorScheme}`;
    // Not `innerWidth`: on a phone it grows with a page that is too wide.
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(wide, `${where}: wider than the screen`).toBeLessThanOrEqual(width);
    expect.soft(await violationsOf(page), where).toEqual([]);
  }
}

/** How many pixels of the frame's content are beyond its edge, to be scrolled to. */
export function hiddenWidth(frame: Locator): Promise<number> {
  return frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
}

/** Opens a screen, and waits until nothing on it is still loading. */
export async function openScreen(page: Page, address: string) {
  await page.goto(address);
  const content = page.locator('#content');
  await expect(content).not.toBeEmpty();
  await expect(content.getByRole('status').filter({ hasText: /…$/ })).toHaveCount(0);
}

/** Collects the errors and warnings of the page. */
export function listenTo(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    // Most tests of the desk block service workers, and Playwright and the page log that.
    const isAboutWorker =
      /Service Worker registration blocked|use without a network|not on this phone yet/;
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !isAboutWorker.test(message.text())) heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(String(error)));
  return heard;
}
