/**
 * Every public page as visitors and search engines meet it: ready without JavaScript, nothing broken, nothing
 * shifting, no link that leads nowhere, in both themes open to everyone.
 */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { pages } from '#web/pages.ts';
import { type RunningServer, runServer } from './support/running-server.ts';
import { test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await runServer();
});
test.afterAll(() => server.stop());

const publicPages = pages.filter(({ path, ready }) => ready && path !== '*');
const paths = publicPages.map(({ path }) => path);

/** The page's own heading is there and its script has come. */
async function open(page: Page, path: string) {
  await page.goto(`${server.url}${path}`, { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}

test('every page can be read with JavaScript switched off, under its own title and address', async ({
  browser,
}) => {
  const wide = { width: 1440, height: 900 };
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: wide });
  const page = await context.newPage();
  const titles = new Map<string, string>();
  for (const path of paths) {
    const answer = await page.goto(`${server.url}${path}`);
    expect(answer?.status(), path).toBe(200);
    await expect(page.locator('h1'), path).toHaveCount(1);
    expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(60);
    // A drawing without its style fills the width of the page.
    const heights = await page
      .locator('svg')
      .evaluateAll((drawings) => drawings.map((one) => one.getBoundingClientRect().height));
    expect(Math.max(...heights), path).toBeLessThan(700);
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(canonical, path).toMatch(new RegExp(`^${server.url}/`));
    for (const name of ['og:title', 'og:image', 'og:url']) {
      await expect(page.locator(`meta[property="${name}"]`), path).toHaveCount(1);
    }
    if (canonical !== `${server.url}${path}`) continue; // a twin speaks with the first one's words
    const title = await page.title();
    expect(titles.get(title), `${path} has the title of another page`).toBeUndefined();
    titles.set(title, path);
  }
  await context.close();
});

/** Lets no script of the page come before what is returned is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let goOn = () => {};
  const wanted = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/\/assets\/.+\.js$/, async (route) => {
    await wanted;
    await route.continue();
  });
  return goOn;
}

test('who writes in a part that the address leads to keeps the keyboard when the script comes', async ({
  page,
}) => {
  const goOn = await holdScripts(page);
  await page.goto(`${server.url}/remotereadywomen#apply`, { waitUntil: 'commit' });
  await page.getByLabel('Name').click();
  await page.keyboard.type('Asha');
  goOn();
  await expect(page.getByRole('button', { name: 'Enroll Now' })).toBeEnabled();
  await page.keyboard.type(' Rao');
  await expect(page.getByLabel('Name')).toHaveValue('Asha Rao');
});

test('what is pressed before the script has come is done when it has', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
  for (const [path, name] of [
    ['/', 'Menu'],
    ['/forgotpassword', 'Forgot your UID?'],
  ] as const) {
    const goOn = await holdScripts(page);
    await page.goto(server.url + path, { waitUntil: 'commit' });
    await page.getByRole('button', { name }).click();
    goOn();
    if (name === 'Menu') {
      await expect(page.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'true');
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'false');
    } else await expect(page.getByLabel('Mobile')).toBeVisible();
  }
  expect(complaints).toEqual([]);
});

test('no link of the site leads nowhere, and robots and sitemap name real pages', async ({
  page,
  request,
}) => {
  const found = new Set<string>();
  for (const path of paths) {
    await open(page, path);
    const hrefs = await page
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const href of hrefs) if (href.startsWith('/')) found.add(href.split('#')[0] ?? '');
  }
  expect(found.size).toBeGreaterThan(20);
  const sitemap = await (await request.get(`${server.url}/sitemap.xml`)).text();
  for (const [, address = ''] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    expect(address.startsWith(server.url), address).toBe(true);
    found.add(address.slice(server.url.length));
  }
  const headers = { accept: 'text/html' };
  for (const path of found) {
    expect((await request.get(`${server.url}${path}`, { headers })).status(), path).toBe(200);
  }
  expect(await (await request.get(`${server.url}/robots.txt`)).text()).toContain(
    `Sitemap: ${server.url}/sitemap.xml`,
  );
  expect((await request.get(`${server.url}/no-such-page`, { headers })).status()).toBe(404);
});

test('a phone that opens a public page and stays at its top fetches at most 95 KB of JavaScript and 20 KB of CSS', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  for (const { path, screen } of publicPages.filter(({ sameAs }) => !sameAs)) {
    // What is signed in, registered or chosen on talks with the server from the start, and keeps the exam.
    const kilobytes = screen.startsWith('site/') ? 95 : 108;
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    const sent = { js: 0, css: 0 };
    const weighed: Promise<void>[] = [];
    const files: string[] = [];
    page.on('requestfinished', (request) => {
      const kind = /\.(js|css)$/.exec(new URL(request.url()).pathname)?.[1];
      if (kind !== 'js' && kind !== 'css') return;
      weighed.push(
        request.sizes().then(({ responseBodySize }) => {
          sent[kind] += responseBodySize;
          files.push(`${request.url().slice(server.url.length)} ${responseBodySize}`);
        }),
      );
    });
    await open(page, path);
    await page.waitForLoadState('networkidle');
    await Promise.all(weighed);
    expect(sent.js, `${path}: ${files.join(', ')}`).toBeGreaterThan(50_000);
    expect(sent.js, `${path}: ${files.join(', ')}`).toBeLessThanOrEqual(kilobytes * 1_000);
    expect(sent.css, `${path}: ${files.join(', ')}`).toBeLessThanOrEqual(20_000);
    await context.close();
  }
});

async function expectAxeFindsNothing(page: Page, what: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const named = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect(named, what).toEqual([]);
}

test('every page passes axe in both themes, shifts nothing and logs no error', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // Without a service worker, which would keep pages between the visits, its registration fails.
    const isAboutWorker = /could not be made ready for use without network/.test(message.text());
    if (message.type() === 'error' && !isAboutWorker) complaints.push(message.text());
  });
  await page.addInitScript(() => {
    const shifts = { total: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.total += Object(entry).value ?? 0;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
    await open(page, path);
    await expectAxeFindsNothing(page, `${path}, light`);
    const shifted = await page.evaluate(() => Number(Object(window).shifts.total));
    expect(shifted, path).toBeLessThan(0.05);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, `${path} scrolls sideways`).toBeLessThanOrEqual(360);
    // A theme is nothing but colours, so the page need not be fetched again for the other one.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expectAxeFindsNothing(page, `${path}, dark`);
    expect(complaints, path).toEqual([]);
  }
  await context.close();
});
