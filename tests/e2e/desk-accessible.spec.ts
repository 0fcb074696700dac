/**
 * Every screen of the administrator's desk, with content on it: axe finds nothing in either theme, on a wide screen and on
 * a phone; nothing is wider than the phone; each screen has a title of its own; none opens for anyone else. The list of
 * screens is the app's own, so a new screen is checked without being named here.
 */
import { devices, expect, type Page } from '@playwright/test';
import { pages } from '#web/pages.ts';
import { paths } from '#web/shared/paths.ts';
import { openSession, type Session, signedIn } from './support/admin-session.ts';
import type { FurnishedDesk } from './support/furnished-desk.ts';
import { expectSound, listenTo, openScreen } from './support/sound-page.ts';
import { test } from './support/test.ts';

const { defaultBrowserType: _, ...desktop } = devices['Desktop Chrome'];
test.use({ ...desktop, viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });

let desk: FurnishedDesk;
test.beforeAll(({ desk: shared }) => {
  desk = shared;
});

const screens = pages
  .filter(({ frame }) => frame === 'admin')
  .map(({ path }) => path)
  .flatMap((path) => (path === paths.paymentDesk ? [path, `${path}?tab=applications`] : [path]));

async function expectHeadingsInOrder(page: Page, what: string) {
  const levels = await page
    .locator('h1, h2, h3, h4, h5, h6')
    .filter({ visible: true })
    .evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
  expect(
    levels.filter((level) => level === 1),
    `${what}: one h1`,
  ).toHaveLength(1);
  const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
  expect(jumps, `${what}: headings ${levels} leave out a level`).toEqual([]);
}

/**
 * With larger text, up to twice the size, the page is no wider than the phone, and no word is broken into a column of
 * letters. Chrome on Android enlarges text this way: the page gets fewer pixels, half of them at twice the size.
 */
async function expectRoomForLargerText(page: Page, what: string) {
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize({ width: 276, height: 615 });
  expect.soft(await width(), what).toBe(276);
  await page.setViewportSize({ width: 180, height: 400 });
  expect.soft(await width(), what).toBe(180);
  const columns = await page.locator('main *:visible').evaluateAll((found) =>
    found
      .filter((one) => one.childElementCount === 0 && (one.textContent ?? '').trim().length > 6)
      .map((one) => ({ box: one.getBoundingClientRect(), text: one.textContent }))
      .filter(({ box }) => box.width > 2 && box.width < 24 && box.height > 2 * box.width)
      .map(({ text }) => text),
  );
  expect.soft(columns, what).toEqual([]);
}

test('every screen is accessible, has a title of its own, has room for larger text, and logs no errors', async ({
  context,
  page,
}) => {
  test.setTimeout(420_000);
  await signedIn(context, desk.server, desk.admin);
  const heard = listenTo(page);
  const titles = new Map<string, string>();
  for (const path of screens) {
    await openScreen(page, desk.addressOf(path));
    const title = await page.title();
    if (!path.includes('?')) {
      expect(titles.get(title), `${path} is titled “${title}” too`).toBeUndefined();
      titles.set(title, path);
    }
    await expectHeadingsInOrder(page, path);
    await expectSound(page, path);
    await expectRoomForLargerText(page, path);
    expect(heard, path).toEqual([]);
  }
  await openScreen(page, desk.addressOf(paths.proctor));
  await expectRoomForLargerText(page, paths.proctor);
});

test.describe('a visitor without access to the desk', () => {
  // All screens are in one frame, which turns these visitors away by one comparison before it shows any screen.
  test('is led from a screen of the desk to the public start page, signed out, and sees nothing of the desk: nobody, a candidate and a proctor in turn', async ({
    context,
  }) => {
    await context.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('[aria-label="Administration"]'))
          document.documentElement.dataset.desk = 'seen';
      }).observe(document, { childList: true, subtree: true });
    });
    const asked: string[] = [];
    context.on('request', (request) => {
      if (
        /\/api\/v1\/(staff|activity|candidates|settings$|enquiries|questions|payments|applications)/.test(
          request.url(),
        )
      )
        asked.push(request.url());
    });
    const candidate = await openSession(desk.server, 'DEMREG2', 'demo password');
    const visitors: readonly (Session | null)[] = [null, candidate, desk.proctor];
    const page = await context.newPage();
    await page.goto(desk.server.url);
    const some = [paths.examManager, paths.candidate, paths.settings];
    for (const [index, path] of some.entries()) {
      const stored = visitors[index % visitors.length]?.stored;
      if (stored) await page.evaluate((text) => localStorage.setItem('user', text), stored);
      // These calls react at once, while an expectation looks after a tenth, a third and most of a second. The start page's
      // pictures need not load.
      await page.goto(desk.addressOf(path), { waitUntil: 'commit' });
      await page.waitForURL(`${desk.server.url}/`, { waitUntil: 'commit' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect(page.locator('[data-desk]'), `${path} showed the desk`).toHaveCount(0);
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('user')), { message: path })
        .toBeNull();
    }
    expect(asked).toEqual([]);
  });

  test('who signs in in another tab while a screen of the desk is open stays signed in, and the screen gives way to the start page', async ({
    context,
    page,
  }) => {
    const { stored } = await openSession(desk.server, 'DEMREG2', 'demo password');
    await page.goto(desk.server.url);
    await page.evaluate((text) => localStorage.setItem('user', text), desk.admin.stored);
    await page.goto(desk.addressOf(paths.enquiries));
    await expect(page.getByRole('heading', { level: 1, name: 'Enquiries' })).toBeVisible();
    const other = await context.newPage();
    await other.goto(desk.server.url);
    const ends: string[] = [];
    context.on('request', (request) => {
      if (request.url().includes('auth/signout')) ends.push(request.url());
    });
    await other.evaluate((text) => localStorage.setItem('user', text), stored);
    await page.waitForURL(`${desk.server.url}/`);
    await page.getByRole('link', { name: 'My account' }).waitFor({ state: 'attached' });
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBe(stored);
    expect(ends).toEqual([]);
  });
});
