/**
 * Every public page as visitors and search engines meet it: ready without JavaScript, nothing broken, nothing
 * shifting, no link that leads nowhere, in both themes open to everyone.
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
/** As the office set it. */
const ownBrand = JSON.stringify({
  ...brand,
  address: [...brand.address],
  name: 'Kaveri Careers',
  phone: '+91 99999 00000',
});

const publicPages = pages.filter(({ path, ready }) => ready && path !== '*');
const paths = publicPages.map(({ path }) => path);

/** The page's own heading is there and its script has come. */
async function open(page: Page, path: string) {
  await page.goto(`${server.url}${path}`, { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}

/** Of each word of the element's own text, on how many lines it stands. */
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

test('the grid and the results are made ready with the exams that there are, and follow the office without a build', async ({
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

  // What came ready is taken up as it is: nothing is asked for once more.
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

test('a registration number, which is looked up as a whole, is broken at no width', async ({
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
    // Nowhere does it stand without being kept whole.
    expect(await number.count()).toBe(
      (await page.getByRole('main').innerText()).split('TPA-36-0417').length - 1,
    );
  }
});

test('the bar is as wide as the window and takes no word of the name apart, on any phone and however large its text', async ({
  page,
}) => {
  await open(page, '/gethired');
  const words = page.getByRole('banner').getByText('Nipuna Talent');
  // Large text on a phone of 360 pixels is a page of 288.
  for (const width of [180, 240, 276, 288, 300, 312, 320, 340, 360, 384, 390, 393, 412, 480]) {
    await page.setViewportSize({ width, height: 600 });
    const lines = await words.evaluate(linesOfWords);
    expect(lines, `${width} px`).toEqual([1, 1]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }

  // Signed in, with more entries, on tablets and small laptops; and on the phone a page of forms.
  await signedIn(page.context(), server, await openSession(server, 'DEMREG2', 'demo password'));
  await page.goto(`${server.url}/account`);
  await expect(page.getByText('Logout')).toBeAttached();
  for (const width of [180, 320, 768, 1023, 1024, 1080, 1180, 1280, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('the front page shows an exam whose network goes and comes back, and stands still where motion is not wanted', async ({
  page,
}) => {
  const lines = page.locator('[inert] p:visible');
  const inFirstView = { ratio: 1 };
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(server.url);
  // What can be checked, and what can be tried, without scrolling.
  const proof = page.getByRole('link', { name: /skill partner no\. TPA-/ });
  await expect(proof).toBeInViewport(inFirstView);
  await expect(page.getByRole('link', { name: 'Try a practice exam' })).toBeInViewport(inFirstView);
  /** What the phone shows so many milliseconds after it began. */
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
  // It starts over a moment after the press.
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
 * With larger text, up to twice its size, it is no wider than the phone, and no word is taken apart by its neighbours. Chrome
 * on Android enlarges so: the page gets fewer pixels, at twice the size half of them.
 */
async function expectRoomForLargerText(page: Page, path: string) {
  const isAsWideAs = async (width: number) =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
  await page.setViewportSize({ width: 288, height: 640 });
  await isAsWideAs(288);
  await page.setViewportSize({ width: 180, height: 400 });
  await isAsWideAs(180);
  // A column of single letters is higher than wide.
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

/** On this worker's server; the hook runs before each test that may go to another worker. */
let announced: Promise<void> | undefined;

/** The longest that a card says of when an exam starts, and how long it takes. */
async function announceLongExam() {
  const site = await examSite(server);
  const startDate = new Date(Date.now() + 250 * 24 * 3_600_000);
  await site.createExam({ name: 'Next year', startDate, minutes: 645, sections: [] });
}

test('with larger text, up to twice its size, no page that shows itself by script is wider than the phone, and no word is taken apart by its neighbours', async ({
  page,
}) => {
  for (const path of ['/practice', '/results/rank', '/receipt']) {
    await open(page, path);
    await expectRoomForLargerText(page, path);
  }
});

test('menu, film and voices of the front page need no app, which comes when its form is touched', async ({
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

test('who writes in a part that the address leads to keeps the keyboard when the script comes', async ({
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

test('what is typed stays when the office’s own name comes before the script of the page’s foot', async ({
  page,
}) => {
  const goOn = await holdBack(page, /\/assets\/footer-.+\.js$/);
  // What was heard on an earlier visit, and no fresher word of it.
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

test('a long word of the company’s name stays whole, and whoever is signed in sees the entries in one line', async ({
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

test('every page comes ready under the office’s own name, without script and with it', async ({
  page,
}) => {
  const { token } = await openAdminSession(server);
  /** Some later visitor sees it. */
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
    // The app takes the page up as it came: what differs would be an error, and fail this test.
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
  // What it keeps must not bring the script that is held.
  test.use({ serviceWorkers: 'block' });

  test('a page does what is pressed on it while the script of its foot is on the way, and the foot when it has come', async ({
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

  test('what was chosen in the registration stands there after a reload, beside what was typed', async ({
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
    // Who takes it back later finds it taken back.
    await state.selectOption('');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByText('Please choose one.').last()).toBeVisible();
    await expect(state).toHaveValue('');
  });
});

test('what is pressed before the script has come is done when it has', async ({ page }) => {
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

test('each legal page leads to the refund and the privacy policy, but not to itself', async ({
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
  // Where a sentence names it, it opens too.
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

test('robots and sitemap name real pages, and what is no page says so', async ({ request }) => {
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

/** Scripts and styles as they come over the wire, in bytes. */
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
      /** Fetched ahead for the page that follows, once this one stands (web/src/app/site-app.tsx). */
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
    // Without a service worker its registration fails.
    const isAboutWorker = /Not ready for use without a network/.test(message.text());
    if (message.type() === 'error' && !isAboutWorker) complaints.push(message.text());
  });
  return complaints;
}

/** Addresses that were asked for and lead somewhere: most links stand on every page. */
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

test('while a page for reading is still arriving on a slow network, what is shown stays where it is', async ({
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
        // What is still being written may break its lines anew.
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

// Opened once, by a phone that was not here before; a test each, so that two workers share them.
test.describe('a public page on a phone', () => {
  test.describe.configure({ mode: 'parallel' });
  test.use({ serviceWorkers: 'block' });
  test.beforeAll(() => {
    announced ??= announceLongExam();
    return announced;
  });

  for (const { path, screen, shows } of publicPages) {
    const isForReading = screen.startsWith('site/') || shows;
    // What is signed in or registered on talks with the server from the start, and keeps the exam. Two of these for
    // what shows the exam to visitors too, and texts that are counted; one for the foot of the page, which came besides
    // when it was neared. A third: sessions that have ended, and pages that an update replaced, say so. A tenth: with each build
    // files have other names, which pack a few dozen bytes better or worse. Half a one: caches of the browser that never
    // answer keep nobody waiting.
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
      // Two hundred bytes of it tell who has paid for two exams, and where to choose; a hundred lead to each exam's result;
      // fifty keep the room for what the phone knows of the paper, so that no button moves as that comes.
      expect(next, list).toBeLessThanOrEqual(5_450);
      expect(css, list).toBeLessThanOrEqual(20_000);
      // All that follows is asked of the page alive: what is there to be read comes to life when it is touched.
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
      // A theme is nothing but colours, so the page need not be fetched again for the other one.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await expectAccessible(page, { what: 'dark', coloursOnly: true });
      expect(complaints).toEqual([]);
    });
  }
});
