/** Installing, offline use and updating of the built app, with its real service worker. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { type ServedBuild, serveBuild } from './served-build.ts';
import { test, watchPolicy } from './support/test.ts';

let site: ServedBuild;
test.beforeEach(async () => {
  site = await serveBuild();
});
test.afterEach(() => site.stop());

const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** The states in which this site has a worker, e.g. "active waiting". */
const workers = (page: Page) =>
  page.evaluate(async () => {
    const at = await navigator.serviceWorker.getRegistration();
    const states = { active: at?.active, waiting: at?.waiting, installing: at?.installing };
    return Object.entries(states).flatMap(([state, worker]) => (worker ? [state] : []));
  });

/** Asks for a new version now, and waits until it is installed or has failed to install. */
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    const worker = registration?.installing;
    if (!worker) return;
    await new Promise<void>((resolve) => {
      worker.addEventListener('statechange', () => resolve());
    });
  });

/** As the sitting's own code does; see web/src/pwa/sitting-note.ts. */
const noteSitting = (page: Page, underWay: boolean) =>
  page.evaluate(async (on) => {
    const cache = await caches.open('sitting-note');
    if (on) await cache.put('/sitting-under-way', new Response('yes'));
    else await cache.delete('/sitting-under-way');
  }, underWay);

const html = (page: Page) => page.locator('html');

/** Counts, on each page opened from now on, how often the note of a sitting is read. */
const countNoteReads = (context: BrowserContext) =>
  context.addInitScript(() => {
    const read = CacheStorage.prototype.match;
    CacheStorage.prototype.match = function (request, options) {
      const root = document.documentElement;
      if (request === '/sitting-under-way')
        root.dataset.noteReads = String(Number(root.dataset.noteReads ?? 0) + 1);
      return read.call(this, request, options);
    };
  });
const noteReads = async (page: Page) => Number(await html(page).getAttribute('data-note-reads'));

/**
 * Waits until every file of a stage of the worker's list is stored, without asking the worker, which would disturb it.
 * The exam's files may be stored before the page asks for them, but they serve all pages only once a page has asked.
 */
async function keptStage(page: Page, stage: string, meanwhile = async () => {}) {
  const wanted = site.listed.filter((file) => file.stage === stage).map(({ url }) => url);
  expect(wanted.length).toBeGreaterThan(5);
  if (stage === 'exam') wanted.push('exam-asked-for');
  const lacking = async () => {
    await meanwhile();
    const kept = new Set(await keptUrls(page));
    return wanted.filter((url) => !kept.has(url));
  };
  await expect.poll(lacking).toEqual([]);
}

const keptUrls = (page: Page) =>
  page.evaluate(async () => {
    const requests = await (await caches.open('app')).keys();
    return requests.map(({ url }) => new URL(url).pathname.slice(1));
  });

test('the exam opens without a network after a visit to the sign-in page', async ({
  page,
  context,
}) => {
  await page.goto(`${site.url}/gethired`);
  await keptStage(page, 'exam');
  await controlled(page);
  await context.setOffline(true);
  await page.goto(`${site.url}/gethired`);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  await expect(page.getByText(/couldn’t show this page|This page needs a network/)).toHaveCount(0);
  // Nobody is signed in, so the exam page says so and leads away.
  const told = page.waitForEvent('dialog');
  await page.goto(`${site.url}/exam`);
  const dialog = await told;
  expect(dialog.message()).toContain('User not logged in or not eligible');
  await dialog.dismiss();
});

test('a visitor’s phone stores the page that was shown, and nothing of the exam', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await visit(page, '/cmacourse');
  expect(await keptUrls(page)).toContain('index.html');
  expect((await keptUrls(page)).filter((url) => /\/(?:sitting|sync)-/.test(url))).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/couldn’t show this page|This page needs a network/)).toHaveCount(0);
});

test('a candidate’s other pages are stored once the device is idle, and open at addresses not visited before', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await page.addInitScript(() => localStorage.setItem('user', '{}'));
  await page.goto(`${site.url}/gethired`);
  await keptStage(page, 'exam');
  await controlled(page);
  // The wait for a quiet moment begins when the worker reports that the exam is stored, a little after it is.
  await keptStage(page, 'rest', () => page.clock.runFor(60_000));
  await context.setOffline(true);
  for (const path of ['/', '/register', '/onlineassessment', '/exam']) {
    await page.goto(`${site.url}${path}`);
    await expect(page.locator('#root')).not.toBeEmpty();
    await expect(page.getByText(/couldn’t show this page|This page needs a network/)).toHaveCount(
      0,
    );
  }
});

test('an advertising page that was visited opens without a network, including its form', async ({
  page,
  context,
}) => {
  const forms = [
    ['/cmacourse', 'Enroll Now'],
    ['/germanyopportunity', 'Submit Application'],
    ['/starthiring', 'Submit'],
  ] as const;
  await page.clock.install();
  for (const [path] of forms) await visit(page, path);
  await visit(page, '/forcompanies');
  await context.setOffline(true);
  for (const [path, action] of forms) {
    await page.goto(`${site.url}${path}`);
    await page.getByLabel('Phone').fill('98765 43210');
    await page.getByRole('button', { name: action, exact: true }).click();
    await expect(page.getByText('Please fill this in.').first()).toBeVisible();
  }
  await page.goto(`${site.url}/forcompanies`);
  await page.getByRole('button', { name: 'Hire Us' }).first().click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible();

  await page.goto(`${site.url}/cpacourse`);
  const failed = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(failed).toHaveText('This page needs a network');
  // Only one message is shown: no alert covers the page that says so, however long its scripts are looked for.
  await page.clock.runFor(60_000);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByText('The page didn’t load fully.')).toHaveCount(0);
});

/** Stays until all parts of the page are stored; the page must run on the test's clock. */
async function visit(page: Page, path: string) {
  await page.goto(`${site.url}${path}`);
  const isAllKept = async () => {
    const links = [
      ...document.querySelectorAll<HTMLLinkElement>('link[data-part], link[disabled]'),
    ];
    const kept = links.map(({ href }) => caches.match(href, { ignoreSearch: true }));
    return links.length > 10 && (await Promise.all(kept)).every(Boolean);
  };
  const stay = async () => {
    await page.clock.runFor(11_000);
    return page.evaluate(isAllKept);
  };
  await expect.poll(stay).toBe(true);
}

test('the page never reloads by itself: typed text stays until the user asks for the new version', async ({
  page,
}) => {
  await page.goto(`${site.url}/register`);
  await controlled(page);
  await page.getByLabel('Full name').fill('Asha Rao');
  await site.release('next');
  await lookForUpdate(page);
  await expect(page.getByRole('button', { name: 'Update' })).toBeVisible();
  expect(await workers(page)).toEqual(['active', 'waiting']);
  await expect(page.getByLabel('Full name')).toHaveValue('Asha Rao');
  await expect(html(page)).not.toHaveAttribute('data-version', 'next');

  await page.getByRole('button', { name: 'Update' }).click();
  await expect(html(page)).toHaveAttribute('data-version', 'next');
  expect(await workers(page)).toEqual(['active']);
});

/** What the sign-in page of a public Wi-Fi, or a maintenance page, looks like to a browser that asked for something else. */
const portalPage = () =>
  new Response('<!doctype html><title>Welcome to Free WLAN</title>', {
    headers: { 'content-type': 'text/html', 'cache-control': 'public, max-age=600' },
  });

test('a wrong page with status 200 never becomes the app: the old version goes on, and the right one is installed later', async ({
  page,
  context,
}) => {
  await page.goto(`${site.url}/gethired`);
  await keptStage(page, 'exam');
  await controlled(page);
  await site.release('next');
  for (const wrong of [/^\/index\.html$/, /^\/(?!service-worker)/, /./]) {
    site.stepIn((path) => (wrong.test(path) ? portalPage() : null));
    await lookForUpdate(page).catch(() => {}); // a page is not a worker, so this may fail
    expect(await workers(page)).toEqual(['active']);
  }
  await context.setOffline(true);
  await page.goto(`${site.url}/gethired`);
  await expect(page.getByLabel('UID')).toBeVisible();
  await expect(html(page)).not.toHaveAttribute('data-version', 'next');
  await context.setOffline(false);

  site.stepIn(null);
  await lookForUpdate(page);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(html(page)).toHaveAttribute('data-version', 'next');
  await expect(page.getByLabel('UID')).toBeVisible();
});

test('a page never gets a wrong file while a Wi-Fi portal answers in place of the server', async ({
  page,
}) => {
  await page.goto(`${site.url}/gethired`);
  await keptStage(page, 'exam');
  await controlled(page);
  site.stepIn((path) => (/\/cma-[^/]+\.js/.test(path) ? portalPage() : null));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto(`${site.url}/cmacourse`);
  await expect(page.getByText('We couldn’t show this page')).toBeVisible();
  expect((await keptUrls(page)).filter((url) => /\/cma-[^/]+\.js/.test(url))).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => loads).toBe(2);
  await expect(page.getByText('We couldn’t show this page')).toBeVisible();
  // The page also checks automatically, so nobody needs to press once the portal is gone.
  site.stepIn(null);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('We couldn’t show this page')).toHaveCount(0);
});

/** Counts, on each page opened from now on, the fetches in progress. A page marked `held` makes no more of them. */
const countFetches = (page: Page) =>
  page.addInitScript(() => {
    const ask = window.fetch;
    window.fetch = async (...given) => {
      const { dataset } = document.documentElement;
      if (dataset.fetches === 'held') await new Promise(() => {});
      dataset.flying = String(Number(dataset.flying ?? 0) + 1);
      return ask(...given).finally(() => {
        dataset.flying = String(Number(dataset.flying) - 1);
      });
    };
  });

test('a page whose files are gone after an update says so, doesn’t blame the network, and opens once they are there', async ({
  page,
}) => {
  await countFetches(page);
  await page.goto(`${site.url}/gethired`);
  await keptStage(page, 'exam');
  await controlled(page);
  const isGone = (path: string) => path.startsWith('/assets/');
  site.stepIn((path) => (isGone(path) ? Response.json({}, { status: 404 }) : null));
  await page.goto(`${site.url}/cmacourse`);
  await expect(page.getByText('This site has been updated')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('The network may have dropped.')).toHaveCount(0);
  // The page would reload automatically once it has fetched what it lacks. From here on it fetches nothing, so only the press can reload it.
  await page.evaluate(() => {
    document.documentElement.dataset.fetches = 'held';
  });
  await expect(html(page)).toHaveAttribute('data-flying', '0');
  const again = page.getByRole('button', { name: 'Load the page again' });
  await expect(again).toBeVisible();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  site.stepIn(null);
  await again.click();
  const heading = page.getByRole('heading', { level: 1, name: /management accountant/ });
  await expect(heading).toBeVisible();
  expect(loads).toBe(1);
});

test('the new version takes over when the user moves to another page', async ({ page }) => {
  await page.goto(`${site.url}/register`);
  await controlled(page);
  await site.release('next');
  await lookForUpdate(page);
  await expect(page.getByRole('button', { name: 'Update' })).toBeVisible();
  await page.getByRole('link', { name: 'Nipuna Talent' }).first().click();
  await expect(html(page)).toHaveAttribute('data-version', 'next');
});

test('storing its own page after ten seconds doesn’t get in the way of a new version that takes over', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    const tell = ServiceWorker.prototype.postMessage;
    let keep = () => {};
    const isKeeping = (ms?: number) => ms === 10_000;
    Object.assign(window, {
      setTimeout: (run: () => void, ms?: number) => {
        if (!isKeeping(ms)) return later(run, ms);
        document.documentElement.dataset.keeps = 'later';
        keep = run;
        return 0;
      },
    });
    ServiceWorker.prototype.postMessage = function (message: unknown, ...rest: []) {
      tell.call(this, message, ...rest);
      // While the old worker is being stopped.
      const isTakeOver = JSON.stringify(message).includes('SKIP_WAITING');
      for (const ms of isTakeOver ? [2, 5, 8, 11] : []) later(() => keep(), ms);
    };
  });
  await page.goto(`${site.url}/register`);
  await controlled(page);
  await expect(html(page)).toHaveAttribute('data-keeps', 'later');
  await site.release('next');
  await lookForUpdate(page);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(html(page)).toHaveAttribute('data-version', 'next');
});

/** A browser that can be closed and opened again with the same profile. */
async function restartable() {
  const profile = await mkdtemp(join(tmpdir(), 'pariksha-profile-'));
  const open = async () => {
    const opened = await chromium.launchPersistentContext(profile, {
      ...test.info().project.use.launchOptions,
      viewport: { width: 360, height: 800 },
    });
    await watchPolicy(opened);
    return opened;
  };
  let context = await open();
  return {
    page: () => context.newPage(),
    context: () => context,
    restart: async () => {
      await context.close();
      context = await open();
      return context.newPage();
    },
    end: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

test('a request that nobody answers does not keep a new version waiting', async ({ page }) => {
  await page.goto(`${site.url}/register`);
  await controlled(page);
  site.stepIn((path) => (path === '/robots.txt' ? new Promise(() => {}) : null));
  const asked = page.waitForRequest(/robots/);
  await page.evaluate(() => void fetch('/robots.txt').catch(() => {}));
  await asked;
  await site.release('next');
  await lookForUpdate(page);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(html(page)).toHaveAttribute('data-version', 'next');
});

test('offline rule 5: no new version takes over during a sitting, not by a tap, a reload or a restart', async () => {
  const browser = await restartable();
  await countNoteReads(browser.context());
  let page = await browser.page();
  await page.goto(`${site.url}/register`);
  await controlled(page);
  await site.release('early');
  await lookForUpdate(page);
  await noteSitting(page, true);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => noteReads(page)).toBe(1);
  await page.getByRole('link', { name: 'Nipuna Talent' }).first().click();
  await expect(page).toHaveURL(`${site.url}/`);
  await expect.poll(() => noteReads(page)).toBe(2);
  expect(await workers(page)).toEqual(['active', 'waiting']);
  await noteSitting(page, false);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(html(page)).toHaveAttribute('data-version', 'early');

  await noteSitting(page, true);
  await site.release('late');
  await lookForUpdate(page);
  expect(await workers(page)).toEqual(['active']);
  await page.reload();
  page = await browser.restart();
  await page.goto(`${site.url}/exam`);
  // Nobody is signed in, so the exam leads its visitor to the start page, by loading that page.
  await page.waitForURL(`${site.url}/`);
  await expect(html(page)).toHaveAttribute('data-version', 'early');

  await noteSitting(page, false);
  await lookForUpdate(page);
  page = await browser.restart();
  await page.goto(site.url);
  await expect(html(page)).toHaveAttribute('data-version', 'late');
  await browser.end();
});

test('offline rule 5: a version that already waited before the start opens no page of the sitting, neither after a restart nor after a late take-over', async () => {
  const browser = await restartable();
  let page = await browser.page();
  await page.goto(`${site.url}/gethired`);
  await keptStage(page, 'exam');
  await controlled(page);
  const old = site.listed.find(({ url }) => /\/sitting-[^/]+\.js$/.test(url))?.url;
  await site.release('waited', old);
  await lookForUpdate(page);
  await noteSitting(page, true);
  expect(await workers(page)).toEqual(['active', 'waiting']);

  page = await browser.restart();
  const hasOld = () =>
    page.evaluate(async (url) => {
      const answer = await fetch(`/${url}`, { cache: 'no-store' }).catch(() => null);
      return answer?.ok ?? false;
    }, old);
  const opensFromThePhone = async (version: string | null) => {
    site.stepIn(() => new Response(null, { status: 502 }));
    await page.goto(`${site.url}/gethired`);
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
    expect(await html(page).getAttribute('data-version')).toBe(version);
    await expect.poll(hasOld).toBe(version === null);
    site.stepIn(null);
  };
  await opensFromThePhone(null);
  expect(await workers(page)).toEqual(['active']);
  await noteSitting(page, false);
  await opensFromThePhone('waited');

  await site.release('asked', old);
  await lookForUpdate(page);
  await noteSitting(page, true);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
  });
  await expect.poll(() => workers(page)).toEqual(['active']);
  await opensFromThePhone('waited');
  await noteSitting(page, false);
  await opensFromThePhone('asked');
  const shells = async () => (await keptUrls(page)).filter((url) => url === 'index.html');
  await expect.poll(shells).toHaveLength(1);
  await browser.end();
});
