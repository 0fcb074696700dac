/**
 * Every public page as visitors and search engines meet it: readable without JavaScript, nothing broken, nothing
 * shifting, no link that leads nowhere, accessible in both themes.
 */
import { type APIRequestContext, expect, type Page, type Request } from '@playwright/test';
import { settingsSchema } from '#contract/desk/settings.ts';
import { brand } from '#web/brand.ts';
import { pages } from '#web/pages.ts';
import { expectAccessible } from './support/accessible.ts';
import {
  callApi,
  openAdminSession,
  openDesk,
  openSession,
  signedIn,
} from './support/admin-session.ts';
import { examSite } from './support/exam-site.ts';
import { holdBack } from './support/hold-back.ts';
import { server, shareServer, test } from './support/test.ts';

shareServer();

const SCRIPTS = /\/assets\/.+\.js$/;
/** A brand as the office has set it. */
const ownBrand = JSON.stringify({
  ...brand,
  address: [...brand.address],
  name: 'Kaveri Careers',
  phone: '+91 99999 00000',
});

const publicPages = pages.filter(({ path, ready }) => ready && path !== '*');
const paths = publicPages.map(({ path }) => path);

/** Opens a page and waits for its heading and its scripts. */
async function open(page: Page, path: string) {
  await page.goto(`${server.url}${path}`, { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}

/** For each word of the element's own text, the number of lines that it takes up. */
const linesOfWords = (element: Element) => {
  const text = element.firstChild;
  if (!(text instanceof Text)) return [];
  const range = document.createRange();
  return [...text.data.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length;
  });
};

test('every page can be read with JavaScript switched off, and has a title and an address of its own', async ({
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
    // A drawing without its style would fill the width of the page.
    const heights = await page
      .locator('svg')
      .evaluateAll((drawings) => drawings.map((one) => one.getBoundingClientRect().height));
    expect(Math.max(...heights), path).toBeLessThan(700);
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(canonical, path).toMatch(new RegExp(`^${server.url}/`));
    for (const name of ['og:title', 'og:image', 'og:url']) {
      await expect(page.locator(`meta[property="${name}"]`), path).toHaveCount(1);
    }
    if (canonical !== `${server.url}${path}`) continue; // a page that names another as its canonical address has the same title
    const title = await page.title();
    expect(titles.get(title), `${path} has the title of another page`).toBeUndefined();
    titles.set(title, path);
  }
  await context.close();
});

test('the grid and the results page are served with the current exams, and follow the office’s changes without a build', async ({
  browser,
  page,
}) => {
  const complaints = listen(page);
  const site = await examSite(server);
  const name = `Ready Assessment ${Date.now()}`;
  const exam = {
    name,
    startDate: new Date(Date.now() + 3 * 86_400_000),
    minutes: 90,
    sections: [],
  };
  const examId = await site.createExam(exam);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const reader = await context.newPage();
  await reader.goto(`${server.url}/onlineassessment`);
  const card = (on: Page) => on.getByRole('article', { name });
  for (const fact of ['Starts in 3 days', '1 hour 30 minutes', 'MCQ', 'Choose answers', '₹'])
    await expect(card(reader)).toContainText(fact);
  const data = await reader.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.join()).toContain(name);

  // The app uses the page as it came, without fetching the exams once more.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${server.url}/onlineassessment`);
  await card(page).getByRole('button', { name: 'Know More' }).click();
  await expect(page.getByRole('dialog', { name })).toContainText('90 minutes');
  await expect(page.getByRole('button', { name: 'Apply for this exam' })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(asked).not.toContain('/api/v1/exams');
  await page.getByRole('button', { name: /^Open now/ }).click();
  await expect(card(page)).toHaveCount(0);
  await page.getByRole('button', { name: /^Upcoming/ }).click();
  await expect(card(page)).toBeVisible();
  await page.reload();
  await expect(card(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Upcoming/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await site.changeExam(examId, { name: `${name}, changed` });
  await reader.reload();
  await expect(reader.getByRole('article', { name: `${name}, changed` })).toBeVisible();
  await reader.goto(`${server.url}/results`);
  await expect(reader.getByText('Loading')).toHaveCount(0);
  await context.close();
  expect(complaints).toEqual([]);
});

test('a registration number, which people look up as a whole, is never broken over two lines', async ({
  page,
}) => {
  for (const path of ['/', '/partners', '/services']) {
    await page.goto(server.url + path);
    const number = page.locator('span', { hasText: /^TPA-36-0417$/ });
    const rows = () =>
      number.evaluateAll((found) => found.map((span) => span.getClientRects().length));
    for (const width of [320, 360, 412, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const there = await rows();
      expect(there.length).toBeGreaterThan(0);
      expect(new Set(there), `${path} at ${width} px`).toEqual(new Set([1]));
    }
    // Every occurrence is kept whole.
    expect(await number.count()).toBe(
      (await page.getByRole('main').innerText()).split('TPA-36-0417').length - 1,
    );
  }
});

test('the bar is as wide as the window and breaks no word of the name, on any phone and with any text size', async ({
  page,
}) => {
  await open(page, '/gethired');
  const words = page.getByRole('banner').getByText('Nipuna Talent');
  // Large text on a phone of 360 pixels makes a page of 288.
  for (const width of [180, 240, 276, 288, 300, 312, 320, 340, 360, 384, 390, 393, 412, 480]) {
    await page.setViewportSize({ width, height: 600 });
    const lines = await words.evaluate(linesOfWords);
    expect(lines, `${width} px`).toEqual([1, 1]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }

  // A signed-in user has more entries, on tablets and small laptops; on the phone, the account is a page of forms.
  await signedIn(page.context(), server, await openSession(server, 'DEMREG2', 'demo password'));
  await page.goto(`${server.url}/account`);
  await expect(page.getByText('Logout')).toBeAttached();
  for (const width of [180, 320, 768, 1023, 1024, 1080, 1180, 1280, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('the front page shows an exam whose network goes and comes back, and stands still for visitors who want less motion', async ({
  page,
}) => {
  const lines = page.locator('[inert] p:visible');
  const inFirstView = { ratio: 1 };
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(server.url);
  // The registration number and the practice exam can be seen without scrolling.
  const proof = page.getByRole('link', { name: /skill partner no\. TPA-/ });
  await expect(proof).toBeInViewport(inFirstView);
  await expect(page.getByRole('link', { name: 'Try a practice exam' })).toBeInViewport(inFirstView);
  /** What the phone in the film shows this many milliseconds after its start. */
  const shownAt = async (instant: number) => {
    await page.evaluate((at) => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = at;
      }
    }, instant);
    return (await lines.allInnerTexts()).filter((text) => /network|phone|server/i.test(text));
  };
  await page.getByRole('button', { name: 'Play again' }).click();
  // The film starts again a moment after the press.
  await expect.poll(() => shownAt(0)).toEqual(['Received by the exam server']);
  expect(await shownAt(1_500)).toEqual(['Received by the exam server', 'No network']);
  expect(await shownAt(2_700)).toEqual(['Saved on this phone · 1 waiting', 'No network']);
  expect(await shownAt(3_300)).toEqual(['Saved on this phone · 1 waiting']);
  expect(await shownAt(3_800)).toEqual(['Received by the exam server']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(lines.filter({ hasText: 'Saved on this phone · 1 waiting' })).toBeVisible();
  await expect(lines.filter({ hasText: 'No network' })).toBeVisible();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.getByRole('link', { name: 'Try a practice exam' }).click();
  await expect(page.getByRole('button', { name: 'Start practice exam' })).toBeVisible();
});

/**
 * With larger text, up to twice the size, the page is no wider than the phone, and no word is broken. Chrome on Android
 * enlarges text this way: the page gets fewer pixels, half of them at twice the size.
 */
async function expectRoomForLargerText(page: Page, path: string) {
  const isAsWideAs = async (width: number) =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
  await page.setViewportSize({ width: 288, height: 640 });
  await isAsWideAs(288);
  await page.setViewportSize({ width: 180, height: 400 });
  await isAsWideAs(180);
  // Text squeezed into a column of single letters is this narrow.
  const columns = await page
    .locator('main :is(li, dd, dt, a, button, label):visible')
    .evaluateAll((found) =>
      found
        .filter((one) => one.childElementCount === 0 && (one.textContent ?? '').trim().length > 6)
        .map((one) => ({ box: one.getBoundingClientRect(), text: one.textContent }))
        .filter(({ box }) => box.width > 2 && box.width < 24)
        .map(({ text }) => text),
    );
  expect(columns, path).toEqual([]);
  const broken: string[] = [];
  for (const words of await page.locator('main :is(label, label + span):visible').all()) {
    const lines = await words.evaluate(linesOfWords);
    if (lines.some((count) => count > 1)) broken.push(await words.innerText());
  }
  expect(broken, path).toEqual([]);
}

/** On this worker's server. The hook runs before each test, because tests may run in another worker. */
let announced: Promise<void> | undefined;

/** Creates the exam whose card has the longest possible start time and duration. */
async function announceLongExam() {
  const site = await examSite(server);
  const startDate = new Date(Date.now() + 250 * 24 * 3_600_000);
  await site.createExam({ name: 'Next year', startDate, minutes: 645, sections: [] });
}

test('with larger text, up to twice the size, no page that needs a script is wider than the phone, and no word is broken', async ({
  page,
}) => {
  for (const path of ['/practice', '/results/rank', '/receipt']) {
    await open(page, path);
    await expectRoomForLargerText(page, path);
  }
});

test('menu, film and voices of the front page work without the app, which loads when the form is touched', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const appsAsked = () => asked.filter((address) => /\/site-app-[^/]+\.js$/.test(address)).length;
  await page.goto(server.url);
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await page.getByRole('button', { name: 'Courses' }).click();
  await expect(page.getByRole('link', { name: 'US CPA' }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: 'Play again' }).click();
  const voices = page.getByRole('region', { name: 'Voices' });
  await expect(async () => {
    await voices.getByRole('button', { name: 'Next' }).click();
    await expect(voices.getByText('2 / 4')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await voices.getByRole('button', { name: 'Stop playing' }).click();
  expect(appsAsked()).toBe(0);
  await page.getByLabel('First name').fill('Asha');
  await expect.poll(appsAsked).toBe(1);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Please fill this in.').first()).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Asha');
  await expect(voices.getByText('2 / 4')).toBeVisible();
});

test('a visitor who writes in the part that the address points to keeps the focus when the script loads', async ({
  page,
}) => {
  const goOn = await holdBack(page, SCRIPTS);
  await page.goto(`${server.url}/remotereadywomen#apply`, { waitUntil: 'commit' });
  await page.getByLabel('Name').click();
  await page.keyboard.type('Asha');
  goOn();
  await expect(page.getByRole('button', { name: 'Enroll Now' })).toBeEnabled();
  await page.keyboard.type(' Rao');
  await expect(page.getByLabel('Name')).toHaveValue('Asha Rao');
});

test('typed text stays when the office’s own name appears before the script of the page’s footer', async ({
  page,
}) => {
  const goOn = await holdBack(page, /\/assets\/footer-.+\.js$/);
  // The brand is known from an earlier visit, and no newer one can be fetched.
  await page.route('**/api/v1/settings/brand', (route) => route.abort());
  await page.addInitScript((brand) => localStorage.setItem('brand', brand), ownBrand);
  await page.goto(server.url, { waitUntil: 'commit' });
  await page.getByLabel('First name').fill('Asha');
  await page.getByRole('textbox', { name: 'Newsletter' }).fill('asha@');
  await expect(page.getByRole('link', { name: 'Kaveri Careers, home page' })).toBeVisible();
  await expect(page.locator('#contact').getByText('+91 99999 00000')).toBeVisible();
  await page.getByLabel('Last name').fill('Rao');
  await page.getByRole('textbox', { name: 'Newsletter' }).fill('asha@example');
  goOn();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('name@example.com')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Newsletter' })).toHaveValue('asha@example');
  await expect(page.getByLabel('First name')).toHaveValue('Asha');
  await expect(page.getByLabel('Last name')).toHaveValue('Rao');
});

test('a long word of the company’s name stays whole, and a signed-in user sees the menu in one line', async ({
  page,
}) => {
  await page.route('**/api/v1/settings/brand', (route) => route.abort());
  const named = JSON.stringify({ ...JSON.parse(ownBrand), name: 'Kaveri Assessments' });
  await page.addInitScript((brand) => localStorage.setItem('brand', brand), named);
  const name = page.getByRole('link', { name: 'Kaveri Assessments, home page' });
  const linesOf = () =>
    name.getByText('Kaveri Assessments').evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
  const topOf = async (entry: string) =>
    (await page.getByRole('banner').getByRole('link', { name: entry }).boundingBox())?.y;
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, '/gethired');
  await expect(name).toBeVisible();
  expect(await linesOf()).toBe(2);
  await openDesk(page, server, '/account');
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(name).toBeVisible();
    expect(await linesOf(), `${width}`).toBe(2);
    expect(await topOf('Results'), `${width}`).toBe(await topOf('Expertise'));
  }
});

test('every page is served under the office’s own name, with and without scripts', async ({
  page,
}) => {
  const { token } = await openAdminSession(server);
  /** Renames the office, and waits until visitors get the new name. */
  const rename = async (value: { name: string }) => {
    const { brand: now } = settingsSchema.parse(await callApi(server, 'settings', { token }));
    const body = { version: now.version, value };
    await callApi(server, 'settings/brand', { method: 'PUT', token, body });
    const [name] = value.name.split(' ');
    await expect
      .poll(async () => (await page.request.get(server.url)).text())
      .toContain(`aria-label="${name}`);
    return now.value;
  };
  const before = await rename({ ...JSON.parse(ownBrand), name: 'Kaveri & “Sons” <Careers>' });
  try {
    for (const path of ['/', '/gethired', '/onlineassessment', '/no-such-page']) {
      const headers = { accept: 'text/html' };
      const html = await (await page.request.get(server.url + path, { headers })).text();
      expect(html, path).not.toContain(brand.name);
      expect(html, path).toContain('– Kaveri &amp; “Sons” &lt;Careers&gt;</title>');
      expect(html, path).toContain('content="Kaveri &amp; “Sons” &lt;Careers>"');
      expect(html, path).toContain('+91 99999 00000');
    }
    // The app takes over the page as it was served; any difference would be logged as an error and fail this test.
    await page.goto(`${server.url}/onlineassessment`);
    await expect(page).toHaveTitle(/– Kaveri & “Sons” <Careers>$/);
    await page.goto(`${server.url}/gethired`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByLabel('UID', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('link', { name: /^Kaveri .+ home page$/ })).toBeVisible();
    await expect(page).toHaveTitle(/– Kaveri & “Sons” <Careers>$/);
  } finally {
    await rename(before);
  }
  expect(await (await page.request.get(server.url)).text()).toContain(brand.name);
});

test.describe('on a first visit', () => {
  // A service worker's stored files would bypass the route that holds the script back.
  test.use({ serviceWorkers: 'block' });

  test('a page reacts to a press while the script of its footer is loading, and the footer does once it has loaded', async ({
    page,
  }) => {
    const goOn = await holdBack(page, /\/assets\/footer-.+\.js$/);
    await page.goto(`${server.url}/forgotpassword`, { waitUntil: 'commit' });
    const subscribe = page.getByRole('button', { name: 'Subscribe' });
    await page.getByRole('textbox', { name: 'Newsletter' }).fill('asha@example');
    await subscribe.click();
    await page.getByRole('button', { name: 'Forgot your UID?' }).click();
    await expect(page.getByLabel('Mobile')).toBeVisible();
    await subscribe.click();
    await expect(subscribe).toHaveAttribute('aria-busy', 'true');
    goOn();
    await expect(page.getByText('name@example.com')).toBeVisible();
    await expect(subscribe).not.toHaveAttribute('aria-busy');
  });

  test('what was chosen in the registration is still there after a reload, like what was typed', async ({
    page,
  }) => {
    await page.goto(`${server.url}/register`);
    const state = page.getByLabel('State', { exact: true });
    const isAlive = () => page.waitForFunction(() => !('keepEarlyPress' in window));
    await isAlive();
    await page.getByLabel('Address').fill('4-1-22, Station Road');
    await page.getByLabel('City').fill('Warangal');
    await state.selectOption('Telangana');
    await page.reload();
    await isAlive();
    await expect(page.getByLabel('City')).toHaveValue('Warangal');
    expect(await state.inputValue()).toBe('Telangana');
    const part = page.getByRole('list', { name: 'Progress' }).getByText('Where you live');
    await expect(part).toContainText(': filled in');
    // A choice that is taken back stays taken back.
    await state.selectOption('');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByText('Please choose one.').last()).toBeVisible();
    await expect(state).toHaveValue('');
  });
});

test('a press before the script has loaded takes effect once it has', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
  for (const [path, name] of [
    ['/', 'Menu'],
    ['/forgotpassword', 'Forgot your UID?'],
  ] as const) {
    const goOn = await holdBack(page, SCRIPTS);
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

test('each legal page links to the refund and the privacy policy, but not to itself', async ({
  page,
}) => {
  const other = page.getByRole('navigation', { name: 'See also' });
  for (const path of ['/termsconditions', '/productpricingpolicy']) {
    await page.goto(server.url + path);
    await expect(other.getByRole('link')).toHaveText([
      'Cancellation and Refund Policy',
      'Privacy Policy',
    ]);
  }
  // A policy named in a sentence can be opened there, too.
  await page.goto(`${server.url}/termsconditions`);
  await page.locator('#fees').getByRole('link').click();
  await expect(page).toHaveURL(`${server.url}/cancellation-policy`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Cancellation and Refund Policy',
  );
  await other.getByRole('link').click();
  await expect(page).toHaveURL(`${server.url}/privacy-policy`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
  await expect(other.getByRole('link')).toHaveText(['Cancellation and Refund Policy']);
});

test('robots and sitemap name real pages, and an unknown address answers 404', async ({
  request,
}) => {
  const headers = { accept: 'text/html' };
  const sitemap = await (await request.get(`${server.url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  expect(listed.length).toBeGreaterThan(20);
  for (const address of listed) {
    expect(address.startsWith(server.url), address).toBe(true);
    expect((await request.get(address, { headers })).status(), address).toBe(200);
  }
  expect(await (await request.get(`${server.url}/robots.txt`)).text()).toContain(
    `Sitemap: ${server.url}/sitemap.xml`,
  );
  expect((await request.get(`${server.url}/no-such-page`, { headers })).status()).toBe(404);
});

/** Weighs scripts and styles as they come over the wire, in bytes. */
function weigh(page: Page) {
  const files: { kind: string; size: number; name: string; isNext: boolean }[] = [];
  const weighed: Promise<void>[] = [];
  const weighOne = (request: Request) => {
    const { pathname } = new URL(request.url());
    const kind = /\.(js|css)$/.exec(pathname)?.[1];
    if (!kind) return;
    const note = async () => {
      const { responseBodySize: size } = await request.sizes();
      const headers = await request.allHeaders();
      files.push({ kind, size, name: pathname, isNext: headers['sec-purpose'] === 'prefetch' });
    };
    weighed.push(note());
  };
  page.on('requestfinished', weighOne);
  return async () => {
    page.off('requestfinished', weighOne);
    await Promise.all(weighed);
    const sum = (wanted: typeof files) => wanted.reduce((bytes, { size }) => bytes + size, 0);
    const scripts = files.filter(({ kind }) => kind === 'js');
    return {
      js: sum(scripts.filter(({ isNext }) => !isNext)),
      /** Fetched ahead for the next page, once this one is ready (web/src/app/site-app.tsx). */
      next: sum(scripts.filter(({ isNext }) => isNext)),
      css: sum(files.filter(({ kind }) => kind === 'css')),
      list: files.map(({ name, size }) => `${name} ${size}`).join(', '),
    };
  };
}

function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // When the service worker is blocked, its registration fails.
    const isAboutWorker = /Not ready for use without a network/.test(message.text());
    if (message.type() === 'error' && !isAboutWorker) complaints.push(message.text());
  });
  return complaints;
}

/** Addresses that were already checked, because most links are on every page. */
const leading = new Set<string>();

async function expectLinksLead(page: Page, request: APIRequestContext) {
  const hrefs = await page
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const inside = hrefs.filter((href) => href.startsWith('/')).map((href) => href.split('#')[0]);
  expect(inside.length).toBeGreaterThan(5);
  for (const path of new Set(inside)) {
    if (path === undefined || leading.has(path)) continue;
    const headers = { accept: 'text/html' };
    expect((await request.get(server.url + path, { headers })).status(), path).toBe(200);
    leading.add(path);
  }
}

test('while a page for reading is still arriving on a slow network, what is already shown doesn’t move', async ({
  page,
}) => {
  await page.goto(`${server.url}/robots.txt`);
  const read = publicPages.filter(({ screen }) => screen.startsWith('site/'));
  for (const { path } of read) {
    const moved = await page.evaluate(async (address) => {
      const answer = await fetch(address);
      const html = (await answer.text()).replace(/<script.*?<\/script>/gs, '');
      const from = html.indexOf('<main');
      const to = html.indexOf('</main>');
      const pieces = 12;
      const moves: string[] = [];
      let before = new Map<Element, number>();
      document.open();
      for (let piece = 1, at = 0; piece <= pieces; piece++) {
        const end =
          piece === pieces ? html.length : from + Math.round(((to - from) * piece) / pieces);
        document.write(html.slice(at, end));
        at = end;
        for (const [element, was] of before) {
          const is = element.getBoundingClientRect().top;
          if (Math.abs(is - was) > 3)
            moves.push(`${element.outerHTML.slice(0, 80)}: ${was} -> ${is}`);
        }
        // Elements that are still being written may break their lines again.
        const unfinished = new Set<Element | null>();
        for (let last = document.body.lastElementChild; last; last = last.lastElementChild)
          unfinished.add(last);
        const tops = [...document.querySelectorAll('main *')]
          .filter((element) => !unfinished.has(element))
          .map((element) => [element, element.getBoundingClientRect()] as const)
          .filter(([, { height, top }]) => height > 0 && top < innerHeight)
          .map(([element, { top }]) => [element, top] as const);
        before = new Map(tops);
      }
      document.close();
      return moves;
    }, path);
    expect(moved, path).toEqual([]);
  }
});

// Each page is opened once, by a phone that has stored nothing, in a test of its own, so that two workers share them.
test.describe('a public page on a phone', () => {
  test.describe.configure({ mode: 'parallel' });
  test.use({ serviceWorkers: 'block' });
  test.beforeAll(() => {
    announced ??= announceLongExam();
    return announced;
  });

  for (const { path, screen, shows } of publicPages) {
    const isForReading = screen.startsWith('site/') || shows;
    // Pages for signing in and registering talk to the server from the start, and store the exam. Of the limit, two kilobytes
    // are for showing the exam to visitors too, and for counted texts; one for the footer, which used to load when it came near.
    // A third of a kilobyte is for reporting ended sessions and pages that an update replaced; a tenth for file names, which
    // differ with each build and compress a few dozen bytes better or worse; half a one for caches of the browser that never
    // answer and must keep nobody waiting.
    const kilobytes = isForReading ? 8 : 112.5;
    test(`${path} fetches at most ${kilobytes} KB of JavaScript and 20 KB of CSS, shifts nothing, has room for larger text, passes axe in both themes, logs no error and has no link that leads nowhere`, async ({
      page,
      request,
    }) => {
      const complaints = listen(page);
      const weight = weigh(page);
      await page.addInitScript(() => {
        const shifts = { total: 0 };
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.total += Object(entry).value ?? 0;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
      await open(page, path);
      await page.waitForLoadState('networkidle');
      const { js, next, css, list } = await weight();
      expect(js, list).toBeGreaterThan(isForReading ? 1_000 : 50_000);
      expect(js, list).toBeLessThanOrEqual(kilobytes * 1_000);
      // Of this, two hundred bytes tell who has paid for two exams and where to choose; a hundred link to each exam's result;
      // fifty reserve the room for the stored paper's line, so that no button moves when it appears.
      expect(next, list).toBeLessThanOrEqual(5_450);
      expect(css, list).toBeLessThanOrEqual(20_000);
      // The rest is checked once the page's app is running; a page for reading starts it when it is touched.
      await page.locator('input, select, textarea').first().dispatchEvent('pointerdown');
      await page.waitForFunction(() => !('keepEarlyPress' in window));
      const shifted = await page.evaluate(() => Number(Object(window).shifts.total));
      expect(shifted).toBeLessThan(0.05);
      const narrow = page.viewportSize() ?? { width: 360, height: 800 };
      await expectRoomForLargerText(page, path);
      for (const { width, height } of [{ width: 768, height: 1024 }, narrow]) {
        await page.setViewportSize({ width, height });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `scrolls sideways, ${width} wide`).toBeLessThanOrEqual(width);
      }
      await expectLinksLead(page, request);
      await expectAccessible(page, { what: 'light' });
      // A theme changes nothing but colours, so the page need not be fetched again for the other one.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await expectAccessible(page, { what: 'dark', coloursOnly: true });
      expect(complaints).toEqual([]);
    });
  }
});
