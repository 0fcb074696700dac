/**
 * The office's day with candidates, by hand at the desk (decision 046): a one-time password sent, somebody moved, blocked and
 * let in again, and one added at the counter. A college's list is in office-day.spec.ts.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { callApi, openAdminSession, openDesk } from './support/admin-session.ts';
import { examSite } from './support/exam-site.ts';
import { test } from './support/test.ts';

async function chooseExam(page: Page, name: string) {
  await page.getByRole('dialog').getByPlaceholder('Search exams...').fill(name);
  await page.getByRole('radio', { name }).check();
}
const act = async (page: Page, name: string, reason: string) => {
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
};

test('the office sends a password, moves, blocks and adds by hand', async ({ page, server }) => {
  const site = await examSite(server);
  const soon = new Date(Date.now() + 3_600_000);
  const create = (name: string) =>
    site.createExam({ name, startDate: soon, minutes: 30, sections: [] });
  const examID = await create('First shift of June');
  await create('Second shift of June');
  const { token } = await openAdminSession(server);
  const lakshmi = { fullName: 'Lakshmi Venkatesh', mobile: '9711100009', examID };
  const body = { ...lakshmi, officeInvoice: 'INV-2026/2', reason: 'The college sent it' };
  await callApi(server, 'candidates', { token, body });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openDesk(page, server, '/adminexammanager');
  await page.getByRole('link', { name: 'Candidates', exact: true }).click();

  await page.getByPlaceholder('Search candidates...').fill('lakshmi venk');
  await expect(page).toHaveURL(/\?search=lakshmi\+venk$/);
  await page.getByRole('link', { name: 'Lakshmi Venkatesh' }).click();
  await expect(page.getByRole('cell', { name: 'Invoice INV-2026/2' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Send one-time password' }).click();
  await act(page, 'Send', 'The first went to the wrong number');
  await expect(page.getByText(/on its way to 9711100009/)).toBeVisible();

  await page.getByRole('button', { name: 'Move from First shift of June' }).click();
  await chooseExam(page, 'Second shift of June');
  await act(page, 'Move', 'Has another exam that morning');
  await expect(page.getByText('was moved to Second shift of June.')).toBeVisible();

  await page.getByRole('button', { name: 'Block' }).click();
  await act(page, 'Block', 'Two accounts');
  await expect(page.getByText('Lakshmi Venkatesh is blocked.')).toBeVisible();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await act(page, 'Unblock', 'It was her sister');
  await expect(page.getByText('Lakshmi Venkatesh can sign in again.')).toBeVisible();
  const activity = page.getByRole('region', { name: 'Activity' });
  for (const reason of [
    'The first went to the wrong number',
    'Has another exam that morning',
    'Two accounts',
  ])
    await expect(activity.getByText(reason).first()).toBeVisible();

  await page.goBack();
  await expect(page.getByPlaceholder('Search candidates...')).toHaveValue('lakshmi venk');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Add candidate' }).click();
  await page.getByLabel('Full name').fill('Devika Menon');
  await page.getByLabel('Mobile').fill('9711100003');
  await chooseExam(page, 'Second shift of June');
  await act(page, 'Add candidate', 'Came to the counter');
  await expect(page.getByText(/Devika Menon was added with the UID/)).toBeVisible();
  const found = await callApi(server, 'candidates?search=Devika%20Menon', { token });
  expect(found).toMatchObject([{ status: 'Registered', exam: 'Second shift of June' }]);
});
