/**
 * What a visitor writes arrives, whatever happens in between: a failing server, a reload, or no network at all. Then the
 * office reads and answers it, and two administrators don't overwrite each other's changes.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { openAdminSession, openDesk } from './support/admin-session.ts';
import { cuttingProxy } from './support/cutting-proxy.ts';
import { server, shareServer, test } from './support/test.ts';

/** Waits until the app works on a prerendered page (web/src/app/early-press.ts). */
async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => 'alive' in window && (window.alive as Set<string>).has('page'));
}

shareServer();

const MESSAGE = 'Do you train on Saturdays?\nI work in the week.';

const contact = (page: Page) => page.getByRole('region', { name: 'Write to us' });

async function write(page: Page, firstname: string) {
  const form = contact(page);
  await form.getByLabel('First name').fill(firstname);
  await form.getByLabel('Last name').fill('Rao');
  await form.getByLabel('Email').fill('asha@example.com');
  await form.getByLabel('Phone').fill('98765 43210');
  await form.getByLabel('Message').fill(MESSAGE);
}

async function send(page: Page) {
  await contact(page).getByRole('button', { name: 'Send message' }).click();
}

/** How many enquiries the office has under this first name. */
async function countStored(firstname: string): Promise<number> {
  const { token } = await openAdminSession(server);
  const headers = { authorization: `Bearer ${token}` };
  const found = await fetch(`${server.url}/api/v1/enquiries?search=${firstname}`, { headers });
  return Number(found.headers.get('x-total-count'));
}

test('a message is sent, is marked at the fields that are wrong, and is not lost when the server fails', async ({
  page,
}) => {
  await page.goto(server.url);
  await send(page);
  await expect(contact(page).getByText('Please fill this in.')).toHaveCount(5);
  await expect(contact(page).getByLabel('First name')).toBeFocused();

  await write(page, 'Failing');
  await page.reload();
  await expect(contact(page).getByLabel('Message')).toHaveValue(MESSAGE);

  await page.route('**/api/v1/contact', (route) => route.fulfill({ status: 500, body: 'oh' }));
  await send(page);
  const trouble = contact(page).getByText('Something went wrong. Please try again later.');
  await expect(trouble).toBeVisible();
  await expect(contact(page).getByLabel('Message')).toHaveValue(MESSAGE);

  await page.unroute('**/api/v1/contact');
  await page.route('**/api/v1/contact', async (route) => {
    await expect(contact(page).getByRole('button')).toHaveText('Sending...');
    await route.continue();
  });
  await send(page);
  await expect(contact(page).getByText('Message sent successfully!')).toBeVisible();
  await expect(contact(page).getByLabel('Message')).toHaveValue('');
  expect(await countStored('Failing')).toBe(1);
});

test('an enquiry written without a network is stored, says so, and is sent once when the network is back', async ({
  page,
  context,
}) => {
  await page.goto(server.url);
  await write(page, 'Offline');
  await untilAlive(page);
  // Text typed before the app is ready makes it fetch the scripts that check, send and store a message, each from its own file.
  await page.waitForFunction(async () => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
    const parts = ['/enquiries-', '/kept-forms-'].map((part) =>
      fetched.find((name) => name.includes(part)),
    );
    if (parts.includes(undefined)) return false;
    await Promise.all(parts.map((part) => import(String(part))));
    return true;
  });
  await context.setOffline(true);
  await send(page);
  const kept = contact(page).getByText('Saved on this phone. We’re still trying to send it');
  await expect(kept).toBeVisible();
  await expect(contact(page).getByLabel('Message')).toHaveValue('');
  await expectAccessible(page);

  await context.setOffline(false);
  await expect(contact(page).getByText('Message sent successfully!')).toBeVisible();
  await expect(kept).toHaveCount(0);
  expect(await countStored('Offline')).toBe(1);
});

test('a message sent before the app has loaded is sent once when the network lets the app through', async ({
  page,
}) => {
  let isBad = true;
  const wire = await cuttingProxy(
    server.url,
    (path) => isBad && /^\/assets\/site-app-.+\.js$/.test(path),
  );
  await page.goto(wire.url);
  await write(page, 'Unmended');
  await send(page);
  await expect(page.getByText('The page didn’t load fully.')).toBeVisible();
  expect(await countStored('Unmended')).toBe(0);

  isBad = false;
  await expect(contact(page).getByText('Message sent successfully!')).toBeVisible({
    timeout: 60_000,
  });
  expect(await countStored('Unmended')).toBe(1);
  await wire.close();
});

test('a stored message is sent when the site is next opened, and is not doubled if the server already had it', async ({
  page,
}) => {
  await page.goto(server.url);
  await write(page, 'Answerless');
  // The server stores the message, but its reply is lost.
  await page.route('**/api/v1/contact', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await send(page);
  await expect(contact(page).getByText('Saved on this phone.')).toBeVisible();
  expect(await countStored('Answerless')).toBe(1);

  await page.unroute('**/api/v1/contact');
  const arrived = page.waitForResponse('**/api/v1/contact');
  await page.goto(`${server.url}/results`);
  expect((await arrived).status()).toBe(201);
  await page.goto(server.url);
  await expect(contact(page).getByText('Saved on this phone.')).toHaveCount(0);
  expect(await countStored('Answerless')).toBe(1);
});

test('what was kept and is then refused stays with the reason, is sent no more, and waits for its writer', async ({
  page,
  context,
}) => {
  const path = '**/api/v1/contact';
  const told = contact(page).getByText('We couldn’t send what you wrote earlier');
  const kept = contact(page).getByText('Saved on this phone.');
  await page.goto(server.url);
  await write(page, 'Refused');
  await page.route(path, (route) => route.abort('connectionreset'));
  await send(page);
  await expect(kept).toBeVisible();

  await page.unroute(path);
  const reason = 'Please write less.';
  const error = 'Some of these details aren’t valid. Please check them.';
  const refusal = {
    code: 'invalid',
    error,
    retry: 'never',
    requestId: 'r1',
    fields: { message: reason },
  };
  let tries = 0;
  await context.route(path, (route) => {
    tries += 1;
    return route.fulfill({ status: 422, json: { success: false, ...refusal } });
  });
  // Another message is being written, and the tab's own storage is full.
  await contact(page).getByLabel('Message').fill('Another one.');
  await page.evaluate(() => {
    for (let length = 2 ** 22; length >= 1; length /= 2)
      try {
        for (let part = 0; ; part++)
          sessionStorage.setItem(`${length} ${part}`, 'x'.repeat(length));
      } catch {
        // As much as fits in pieces of this length.
      }
  });
  const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('online')));
  await comeBack();
  await expect(told).toBeVisible();
  await expect(contact(page).getByText(reason)).toBeVisible();
  await expect(kept).toHaveCount(0);
  await expect(contact(page).getByLabel('Message')).toHaveValue('Another one.');
  await expectAccessible(page);
  await comeBack();
  await page.close();

  const later = await context.newPage();
  await later.goto(server.url);
  await expect(contact(later).getByText(reason)).toBeVisible();
  expect(tries).toBe(1);
  await contact(later).getByLabel('Message').fill('A third one.');
  const putBack = contact(later).getByRole('button', { name: 'Put it back in the form' });
  // What is in the form is replaced only when its writer says so.
  await putBack.click();
  await expect(contact(later).getByLabel('Message')).toHaveValue('A third one.');
  later.on('dialog', (dialog) => void dialog.accept());
  await putBack.click();
  await expect(contact(later).getByLabel('Message')).toHaveValue(MESSAGE);
  await context.unroute(path);
  await contact(later).getByLabel('Message').fill('Shorter.');
  await send(later);
  await expect(contact(later).getByText('Message sent successfully!')).toBeVisible();
  await expect(contact(later).getByText(reason)).toHaveCount(0);
  await later.reload();
  await untilAlive(later);
  await expect(contact(later).getByText(reason)).toHaveCount(0);
  expect(await countStored('Refused')).toBe(1);
});

test('the newsletter accepts an email address, and nothing else', async ({ page }) => {
  await page.goto(`${server.url}/results`);
  const box = page.getByRole('region', { name: 'Newsletter' });
  await box.getByLabel('Newsletter').fill('not an address');
  await box.getByRole('button', { name: 'Subscribe' }).click();
  await expect(box.getByText('name@example.com')).toBeVisible();
  await box.getByLabel('Newsletter').fill('reader@example.com');
  await box.getByRole('button', { name: 'Subscribe' }).click();
  await expect(box.getByText('You’re on our list.')).toBeVisible();
  expect(await countStored('reader')).toBe(1);
});

test('the office finds and answers an enquiry, and two administrators do not overwrite each other', async ({
  page,
  browser,
}) => {
  for (const [name, message] of [
    ['Meridian Freight', 'Forty drivers by June.'],
    ['Tungabhadra Mills', 'Two accountants.'],
  ]) {
    const body = { name, message, email: 'hr@meridian.example', phone: '040 2345 6789' };
    const sent = await page.request.post(`${server.url}/api/v1/enquiries`, { data: body });
    expect(sent.status()).toBe(201);
  }
  const colleague = await (await browser.newContext()).newPage();
  for (const desk of [page, colleague]) {
    await openDesk(desk, server, '/adminenquiries');
    await desk.getByPlaceholder('Search enquiries...').fill('040-2345');
    await desk.getByLabel('Kind').selectOption('Hire Us');
    await expect(desk.getByText('2 enquiries', { exact: true })).toBeVisible();
    await desk
      .getByRole('row', { name: /Meridian/ })
      .getByRole('button', { name: 'Open' })
      .click();
    await expect(desk.getByRole('dialog').getByText('Forty drivers by June.')).toBeVisible();
  }
  await expectAccessible(page);

  async function answer(desk: Page, state: string, note: string) {
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('Status').selectOption(state);
    await dialog.getByLabel('Note').fill(note);
    await dialog.getByRole('button', { name: 'Save' }).click();
  }
  await answer(page, 'Answered', 'Called at noon.');
  await expect(page.getByText('Enquiry saved.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Meridian/ })).toContainText('Answered');
  await answer(colleague, 'Closed', 'No use.');
  const dialog = colleague.getByRole('dialog');
  await expect(dialog.getByText('Someone else has changed this enquiry')).toBeVisible();
  await expect(dialog.getByRole('definition').last()).toHaveText('Called at noon.');
  await expect(dialog.getByLabel('Note')).toHaveValue('No use.');
  await colleague.getByRole('button', { name: 'Keep my changes' }).click();
  await colleague.getByRole('button', { name: 'Save' }).click();
  await expect(colleague.getByRole('row', { name: /Meridian/ })).toContainText('Closed');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  expect((await download).suggestedFilename()).toBe('Enquiries.xlsx');
});
