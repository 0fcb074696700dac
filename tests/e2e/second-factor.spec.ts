/** An administrator sets up a second factor on a phone, signs in with it, and removes it. */
import { expect, type Page } from '@playwright/test';
import { totpOf } from '#api/services/auth/second-factor.ts';
import { expectAccessible } from './support/accessible.ts';
import { openAdminSession, signedIn } from './support/admin-session.ts';
import { ADMIN_PASSWORD } from './support/running-server.ts';
import { server, shareServer, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

shareServer();

async function signIn(page: Page) {
  await page.goto(`${server.url}/gethired`);
  await page.getByLabel('UID', { exact: true }).fill('superadmin');
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a second factor is set up with an app’s code, asked for at sign-in, and removed with a recovery code', async ({
  page,
}) => {
  await signIn(page);
  await expect(page).toHaveURL(/adminexammanager/);
  await page.goto(`${server.url}/account`);
  const panel = page.getByRole('region', { name: 'Second factor' });
  await panel.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
  await panel.getByRole('button', { name: 'Set up a second factor' }).click();
  await expect(panel.getByRole('img', { name: /QR code/ })).toBeVisible();
  // A phone can't scan its own screen.
  await expect(panel.getByRole('link', { name: 'Add the key to the app' })).toHaveAttribute(
    'href',
    /^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/,
  );
  const secret = (await panel.getByTestId('second-factor-secret').innerText()).replaceAll(' ', '');
  await expectAccessible(page);
  await panel.getByLabel('Code', { exact: true }).fill(totpOf(secret).generate());
  await panel.getByRole('button', { name: 'Switch it on' }).click();
  const codes = panel.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = await codes.first().innerText();
  await expectAccessible(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.getByRole('button', { name: 'Copy the codes' }).click();
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual(
    await codes.allInnerTexts(),
  );
  await panel.getByRole('button', { name: 'I have saved them' }).click();
  await expect(panel.getByText('10 of your recovery codes are left')).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await signIn(page);
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  // This is one more step, not a failure.
  const step = page.getByRole('status').filter({ hasText: 'One more step' });
  await expect(step).toContainText('Please type the six digits');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('You aren’t signed in');
  await expect(step).toHaveCount(0);
  // The current code was used above, so this is the next one, which the server accepts half a minute early.
  await code.fill(totpOf(secret).generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/adminexammanager/);

  await page.goto(`${server.url}/account`);
  await panel.getByRole('button', { name: /Remove it/ }).click();
  await panel.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
  await panel.getByLabel('Code', { exact: true }).fill(recoveryCode);
  await panel.getByRole('button', { name: 'Remove the second factor' }).click();
  await expect(panel.getByRole('button', { name: 'Set up a second factor' })).toBeVisible();
});

test('an administrator who must first set up a second factor is led there from My account, too', async ({
  page,
  context,
}) => {
  const admin = await openAdminSession(server);
  const stored = JSON.stringify({ ...JSON.parse(admin.stored), mustSetSecondFactor: true });
  await signedIn(context, server, { stored });
  await page.goto(`${server.url}/account`);
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
});
