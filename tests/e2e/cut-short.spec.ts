/** Scripts that the network cut short are fetched again, while the page keeps what was typed and says what is wrong. */
import { expect, type Page } from '@playwright/test';
import { FIRST_SCRIPT } from '../../web/build/first-script.ts';
import { type ServedBuild, serveBuild } from './served-build.ts';
import { type CuttingProxy, cuttingProxy } from './support/cutting-proxy.ts';
import { test } from './support/test.ts';

let site: ServedBuild;
let wire: CuttingProxy | null = null;
test.beforeEach(async () => {
  site = await serveBuild();
});
test.afterEach(async () => {
  await wire?.close();
  await site.stop();
});

const SIGN_IN_SCRIPTS = /^\/assets\/(?:base|wire|forms)-.+\.js$/;

for (const times of [1, 2]) {
  test(`sign-in starts to work after three of its scripts were cut short, ${times} of ${times} times`, async ({
    page,
  }) => {
    wire = await cuttingProxy(
      site.url,
      (path, before) => SIGN_IN_SCRIPTS.test(path) && before < times,
    );
    await page.goto(`${wire.url}/gethired`, { waitUntil: 'commit' });
    const uid = page.getByLabel('UID', { exact: true });
    // A key or a tap between the two loads reaches neither page; a person would see that and do it again.
    await expect(async () => {
      await uid.fill('DEMPAY2', { timeout: 5_000 });
      await expect(uid).toHaveValue('DEMPAY2', { timeout: 1_000 });
    }).toPass();
    // The page works once the app's own check answers.
    await expect(async () => {
      await page.getByRole('button', { name: 'Sign in', exact: true }).click({ timeout: 5_000 });
      await expect(page.getByText('Please fill this in.')).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(uid).toHaveValue('DEMPAY2');
    await expect(page.getByRole('alert')).toHaveCount(0);
    // The field still has the name that it came with.
    await uid.fill('');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(uid).toHaveAccessibleDescription(/^Or your mobile number.+Please fill this in\.$/);
  });
}

test('a page whose scripts keep failing says so, and offers Try again', async ({ page }) => {
  let isBad = true;
  wire = await cuttingProxy(site.url, (path) => SIGN_IN_SCRIPTS.test(path) && isBad);
  await page.goto(`${wire.url}/gethired`, { waitUntil: 'commit' });
  await page.getByLabel('UID', { exact: true }).fill('DEMPAY2');
  await expect(page.getByRole('alert')).toContainText(
    'The page didn’t load fully. Please check mobile data or Wi‑Fi.',
  );
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('Trying again');
  isBad = false;
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('UID', { exact: true })).toHaveValue('DEMPAY2');
});

test('a page opened by a link, and a part of a page, still load after their scripts were cut short', async ({
  page,
}) => {
  const parts = /^\/assets\/(?:register|sitting|application-form)-.+\.js$/;
  wire = await cuttingProxy(site.url, (path, before) => parts.test(path) && before < 2);
  await page.goto(`${wire.url}/cmacourse`);
  await page.getByLabel('Name').fill('Asha Rao');
  // The page may be reloaded between the press and its effect; a person would see that and press again.
  await expect(async () => {
    await page.getByRole('button', { name: 'Enroll Now', exact: true }).click();
    await expect(page.getByText('Please fill this in.').first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByLabel('Name')).toHaveValue('Asha Rao');
});

test('a page for reading whose script never comes offers Try again half a minute after it was first used, and not before', async ({
  page,
}) => {
  let isLost = true;
  await page.route(/\/assets\/site-start-.+\.js$/, async (route) => {
    if (!isLost) await route.continue(); // lost: neither a response nor an error
  });
  await page.clock.install();
  await page.goto(site.url, { waitUntil: 'commit' });
  const note = page.getByText('The page didn’t load fully.');
  await page.getByLabel('First name').waitFor();
  await page.clock.runFor(90_000);
  await expect(note).toHaveCount(0);
  await page.getByLabel('First name').fill('Asha');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.clock.runFor(20_000);
  await expect(note).toHaveCount(0);
  await page.clock.runFor(20_000);
  await expect(note).toBeVisible();
  isLost = false;
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(note).toHaveCount(0);
  await expect(page.getByLabel('First name')).toHaveValue('Asha');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Please fill this in.').first()).toBeVisible();
});

test('[rule 6] a page that shows nothing before its scripts reloads by itself when one never comes', async ({
  page,
}) => {
  let asked = 0;
  await page.route(/\/assets\/site-start-.+\.js$/, async (route) => {
    asked += 1;
    if (asked > 1) await route.continue(); // the first one gets neither a response nor an error
  });
  await page.clock.install();
  await page.goto(`${site.url}/account`, { waitUntil: 'commit' });
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor(25_000);
  await expect(page.getByText('Opening Nipuna Talent…')).toBeVisible();
  expect(asked).toBe(1);
  await page.clock.runFor(15_000);
  await expect(page.getByLabel('UID', { exact: true })).toBeVisible();
});

test('[rule 6] a page whose script was only slow opens, and isn’t reloaded while somebody types', async ({
  page,
}) => {
  let letThrough = () => {};
  const slow = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  let asked = 0;
  let rest = () => {};
  const whole = new Promise<void>((resolve) => {
    rest = resolve;
  });
  await page.route(/\/assets\/site-start-.+\.js$/, async (route) => {
    asked += 1;
    await (asked === 1 ? slow : whole);
    await route.continue();
  });
  await page.clock.install();
  await page.goto(`${site.url}/account`, { waitUntil: 'commit' });
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor(40_000);
  const note = page.getByText('The page didn’t load fully.');
  await expect(note).toBeVisible();
  await expect.poll(() => asked).toBe(2);
  letThrough();
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('half of a pass');
  await page.clock.runFor(5_000);
  await expect(note).toHaveCount(0);
  const again = page.waitForResponse(/\/assets\/site-start-/);
  rest();
  await (await again).finished();
  // Longer than reloading the page would take.
  for (let n = 0; n < 10; n += 1)
    await page.evaluate(() => fetch('/icons/icon.svg').then((answer) => answer.text()));
  await expect(password).toHaveValue('half of a pass');
});

test('a page that works because its browser asked again for a lost script is not reloaded', async ({
  page,
}) => {
  const asked: string[] = [];
  const scripts: Record<string, string> = {
    '/start.js': "import '/part.js'",
    '/part.js': "document.querySelector('output').textContent = 'alive'",
  };
  await page.route('http://page.test/**', (route) => {
    const path = new URL(route.request().url()).pathname;
    asked.push(path);
    const script = scripts[path];
    if (path === '/part.js' && asked.filter((was) => was === path).length === 1)
      return route.abort();
    if (script) return route.fulfill({ contentType: 'text/javascript', body: script });
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script data-ready>${FIRST_SCRIPT}</script><link rel="modulepreload" href="/part.js"><output></output><script type="module" src="/start.js"></script>`,
    });
  });
  await page.goto('http://page.test/form', { waitUntil: 'load' });
  await expect(page.getByText('alive')).toBeVisible();
  // Longer than fetching the parts and reloading the page would take.
  for (let n = 0; n < 10; n += 1)
    await page.evaluate(() => fetch('/part.js').then((answer) => answer.text()));
  expect(asked.filter((path) => path === '/form')).toHaveLength(1);
});

test('[rule 7] where the browser stores nothing for the site, a page works and never reloads by itself', async ({
  page,
}) => {
  // As in Chromium when somebody has switched off cookies.
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse });
    const denied = 'The user denied permission to access the database.';
    IDBFactory.prototype.databases = async () => {
      throw new DOMException(denied, 'UnknownError');
    };
    IDBFactory.prototype.open = () => {
      throw new DOMException(denied, 'UnknownError');
    };
  });
  let times = 0;
  page.on('load', () => {
    times += 1;
  });
  await page.goto(site.url);
  await page.getByLabel('First name').fill('Asha');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Please fill this in.').first()).toBeVisible();
  await page.evaluate('void mendPage()');
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
  expect(times).toBe(1);
  // A person who has just signed in isn't told that they haven't.
  await page.goto(`${site.url}/exam`);
  await expect(page.getByRole('alert')).toContainText('allow cookies for this site');
});

/** Opens a prerendered page with these forms, which can be reloaded as after a lost script. */
async function mendablePage(page: Page, first: string) {
  let body = first;
  await page.route('http://page.test/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script data-ready>${FIRST_SCRIPT}</script><main>${body}</main>`,
    }),
  );
  await page.goto('http://page.test/form');
  return {
    mend: async (next: string) => {
      body = next;
      await Promise.all([page.waitForEvent('load'), page.evaluate('void mendPage()')]);
    },
    add: (html: string) =>
      page.evaluate((more) => {
        document.querySelector('main')?.insertAdjacentHTML('afterbegin', more);
      }, html),
  };
}

const SIGN_IN = '<form><input name="uid" aria-label="UID"></form>';
const NEWSLETTER = '<form><input name="email" aria-label="E-mail"></form>';

test('typed text comes back to its own field, even if another form appears first', async ({
  page,
}) => {
  const { mend, add } = await mendablePage(page, SIGN_IN + NEWSLETTER);
  await page.getByLabel('UID').fill('DEMPAY');
  await mend(NEWSLETTER);
  await expect(page.getByLabel('E-mail')).toHaveValue('');
  await expect(page.getByLabel('E-mail')).not.toBeFocused();
  await add(SIGN_IN);
  await expect(page.getByLabel('UID')).toBeFocused();
  await page.keyboard.type('2');
  await expect(page.getByLabel('UID')).toHaveValue('DEMPAY2');
  await expect(page.getByLabel('E-mail')).toHaveValue('');
});

test('a press survives the reload, stays with its own button among similar ones, and is done once', async ({
  page,
}) => {
  const button = (value: string) => `<form><input name="${value}"><button>Enroll</button></form>`;
  const forms = `${button('tally')}${button('audit')}<button>Enroll</button><button>Enroll</button>`;
  const { mend } = await mendablePage(page, forms);
  const marked = page.locator('[aria-busy]');
  for (const which of [1, 3]) {
    const pressed = page.getByRole('button', { name: 'Enroll' }).nth(which);
    await pressed.click();
    await mend(forms);
    await expect(marked).toHaveCount(1);
    await expect(pressed).toHaveAttribute('aria-busy', 'true');
  }
  await page.reload();
  await expect(page.getByRole('button', { name: 'Enroll' })).toHaveCount(4);
  await expect(marked).toHaveCount(0);
});

test('typed text never comes back in a password field, in a dialog, or on another page', async ({
  page,
}) => {
  const field = (name: string, more = '') =>
    `<form><input name="${name}" aria-label="${name}" ${more}></form>`;
  const password = field('secret', 'autocomplete="current-password"');
  const record = `<dialog open>${field('price')}</dialog>`;
  const forms = SIGN_IN + password + record;
  const { mend } = await mendablePage(page, forms);
  await page.getByLabel('UID').fill('DEMPAY2');
  await page.getByLabel('secret').fill('of the first');
  await page.getByLabel('price').fill('4321');
  await mend(forms);
  await expect(page.getByLabel('UID')).toHaveValue('DEMPAY2');
  await expect(page.getByLabel('secret')).toHaveValue('');
  await expect(page.getByLabel('price')).toHaveValue('');

  // The app moves to another page within the same document: text typed there belongs to that page.
  await page.evaluate(() => history.pushState(null, '', '/records'));
  await page.getByLabel('UID').fill('of a record');
  await mend(SIGN_IN);
  await expect(page.getByLabel('UID')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('of ');
});
