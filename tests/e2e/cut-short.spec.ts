/** Scripts that the network cut short are fetched again, in a page that keeps what was typed and says what is the matter. */
import { expect } from '@playwright/test';
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
  test(`sign-in comes to life after three of its scripts were cut short, ${times} of ${times} times`, async ({
    page,
  }) => {
    wire = await cuttingProxy(
      site.url,
      (path, before) => SIGN_IN_SCRIPTS.test(path) && before < times,
    );
    await page.goto(`${wire.url}/gethired`, { waitUntil: 'commit' });
    await page.getByLabel('UID', { exact: true }).fill('DEMPAY2');
    // Alive: the app's own checking speaks.
    await expect(async () => {
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByText('Please fill this in.')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(page.getByLabel('UID', { exact: true })).toHaveValue('DEMPAY2');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('a page whose scripts keep failing says so, with a way on', async ({ page }) => {
  let isBad = true;
  wire = await cuttingProxy(site.url, (path) => SIGN_IN_SCRIPTS.test(path) && isBad);
  await page.goto(`${wire.url}/gethired`, { waitUntil: 'commit' });
  await page.getByLabel('UID', { exact: true }).fill('DEMPAY2');
  await expect(page.getByRole('alert')).toContainText('The page did not load fully.');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('Trying again');
  isBad = false;
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('UID', { exact: true })).toHaveValue('DEMPAY2');
});

test('a page that is gone to, and a part of a page, come all the same when they were cut short', async ({
  page,
}) => {
  const parts = /^\/assets\/(?:register|sitting|application-form)-.+\.js$/;
  wire = await cuttingProxy(site.url, (path, before) => parts.test(path) && before < 2);
  await page.goto(`${wire.url}/cmacourse`);
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByRole('button', { name: 'Enroll Now', exact: true }).click();
  await expect(page.getByText('Please fill this in.').first()).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Asha Rao');
});

test('what was typed comes back to its own field, also when another form is there first', async ({
  page,
}) => {
  const signIn = '<form><input name="uid" aria-label="UID"></form>';
  const newsletter = '<form><input name="email" aria-label="E-mail"></form>';
  let forms = signIn + newsletter;
  await page.route('http://page.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script>${FIRST_SCRIPT}</script><main>${forms}</main>`,
    }),
  );
  await page.goto('http://page.test/');
  await page.getByLabel('UID').fill('DEMPAY2');
  forms = newsletter;
  await Promise.all([page.waitForEvent('load'), page.evaluate('void mendPage()')]);
  await expect(page.getByLabel('E-mail')).toHaveValue('');
  await page.evaluate((html) => {
    document.querySelector('main')?.insertAdjacentHTML('afterbegin', html);
  }, signIn);
  await expect(page.getByLabel('UID')).toHaveValue('DEMPAY2');
  await expect(page.getByLabel('E-mail')).toHaveValue('');
});
