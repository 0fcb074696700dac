/**
 * What a visitor writes arrives, whatever happens in between: a failing server, a reload, no network at
 * all. Then the office reads it, answers it, and two of them don't overwrite each other.
 */
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { ADMIN_PASSWORD, type RunningServer, runServer } from './support/running-server.ts';
import { test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await runServer();
});
test.afterAll(() => server.stop());

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

async function signIn(page: Page) {
  await page.goto(`${server.url}/gethired`);
  await page.getByLabel('UID').fill('superadmin');
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/adminexammanager$/);
}

/** How many enquiries the office has under this first name. */
async function countStored(context: BrowserContext, firstname: string): Promise<number> {
  const page = await context.newPage();
  await signIn(page);
  const total = await page.evaluate(async (search) => {
    const { token } = JSON.parse(localStorage.getItem('user') ?? '{}');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`/api/v1/enquiries?search=${search}`, { headers });
    return Number(answer.headers.get('x-total-count'));
  }, firstname);
  await page.evaluate(() => localStorage.clear());
  await page.close();
  return total;
}

test('a message is sent, marked at the field where it is wrong, and never lost to a failure', async ({
  page,
  browser,
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
  expect(await countStored(await browser.newContext(), 'Failing')).toBe(1);
});

test('an enquiry written offline is kept, says so, and is sent once when the network is back', async ({
  page,
  context,
  browser,
}) => {
  await page.goto(server.url);
  await write(page, 'Offline');
  await context.setOffline(true);
  await send(page);
  const kept = contact(page).getByText('Kept on this phone. We send it when you are online again.');
  await expect(kept).toBeVisible();
  await expect(contact(page).getByLabel('Message')).toHaveValue('');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);

  await context.setOffline(false);
  await expect(contact(page).getByText('Message sent successfully!')).toBeVisible();
  await expect(kept).toHaveCount(0);
  expect(await countStored(await browser.newContext(), 'Offline')).toBe(1);
});

test('what was kept goes out when the site is next opened, even if the server had it already', async ({
  page,
  browser,
}) => {
  await page.goto(server.url);
  await write(page, 'Answerless');
  // The server stores it, the answer is lost on its way.
  await page.route('**/api/v1/contact', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await send(page);
  await expect(contact(page).getByText('Kept on this phone.')).toBeVisible();
  expect(await countStored(await browser.newContext(), 'Answerless')).toBe(1);

  await page.unroute('**/api/v1/contact');
  const arrived = page.waitForResponse('**/api/v1/contact');
  await page.goto(`${server.url}/results`);
  expect((await arrived).status()).toBe(201);
  await page.goto(server.url);
  await expect(contact(page).getByText('Kept on this phone.')).toHaveCount(0);
  expect(await countStored(await browser.newContext(), 'Answerless')).toBe(1);
});

test('the newsletter takes an address', async ({ page, browser }) => {
  await page.goto(`${server.url}/results`);
  const box = page.getByRole('region', { name: 'Newsletter' });
  await box.getByLabel('Newsletter').fill('not an address');
  await box.getByRole('button', { name: 'Subscribe' }).click();
  await expect(box.getByText('name@example.com')).toBeVisible();
  await box.getByLabel('Newsletter').fill('reader@example.com');
  await box.getByRole('button', { name: 'Subscribe' }).click();
  await expect(box.getByText('You are on our list.')).toBeVisible();
  expect(await countStored(await browser.newContext(), 'reader')).toBe(1);
});

test('the office finds an enquiry, answers it, and two of them do not overwrite each other', async ({
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
    await signIn(desk);
    await desk.goto(`${server.url}/adminenquiries`);
    await desk.getByPlaceholder('Search enquiries...').fill('040-2345');
    await desk.getByLabel('Kind').selectOption('Hire Us');
    await expect(desk.getByText('2 enquiries', { exact: true })).toBeVisible();
    await desk
      .getByRole('row', { name: /Meridian/ })
      .getByRole('button', { name: 'Open' })
      .click();
    await expect(desk.getByRole('dialog').getByText('Forty drivers by June.')).toBeVisible();
  }
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);

  async function answer(desk: Page, state: string, note: string) {
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('State').selectOption(state);
    await dialog.getByLabel('Note').fill(note);
    await dialog.getByRole('button', { name: 'Save' }).click();
  }
  await answer(page, 'Answered', 'Called at noon.');
  await expect(page.getByText('The enquiry was saved.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Meridian/ })).toContainText('Answered');
  await answer(colleague, 'Closed', 'No use.');
  const dialog = colleague.getByRole('dialog');
  await expect(dialog.getByText('Someone else changed this enquiry')).toBeVisible();
  await expect(dialog.getByRole('definition').last()).toHaveText('Called at noon.');
  await expect(dialog.getByLabel('Note')).toHaveValue('No use.');
  await colleague.getByRole('button', { name: 'Keep what I typed' }).click();
  await colleague.getByRole('button', { name: 'Save' }).click();
  await expect(colleague.getByRole('row', { name: /Meridian/ })).toContainText('Closed');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  expect((await download).suggestedFilename()).toBe('Enquiries.xlsx');
});
