/**
 * The office's day with candidates, by hand at the desk (decision 046): a college's list is checked and added, a wrong
 * mobile corrected, somebody moved, blocked and let in again, and one added at the counter.
 */
import { expect, type Page } from '@playwright/test';
import { makeWorkbook } from '#tests/support/make-workbook.ts';
import { expectAccessible } from './support/accessible.ts';
import { callApi, openAdminSession, openDesk } from './support/admin-session.ts';
import { examSite } from './support/exam-site.ts';
import { test } from './support/test.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const people = [
  ['Name', 'Mobile', 'Email'],
  ['Lakshmi Venkatesh', '9711100001', 'lakshmi.v@example.in'],
  ['Farhan Qureshi', '9711100002', ''],
];
const list = (rows: string[][]) => ({
  name: 'college.xlsx',
  mimeType: XLSX,
  buffer: Buffer.from(makeWorkbook([{ name: 'Sheet1', rows }])),
});

async function chooseExam(page: Page, name: string) {
  await page.getByRole('dialog').getByPlaceholder('Search exams...').fill(name);
  await page.getByRole('radio', { name }).check();
}
const act = async (page: Page, name: string, reason: string) => {
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
};

test('the office adds a college’s list, corrects, moves, blocks and adds by hand', async ({
  page,
  server,
}) => {
  const site = await examSite(server);
  const soon = new Date(Date.now() + 3_600_000);
  for (const name of ['First shift of June', 'Second shift of June'])
    await site.createExam({ name, startDate: soon, minutes: 30, sections: [] });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openDesk(page, server, '/adminexammanager');
  await page.getByRole('link', { name: 'Candidates', exact: true }).click();

  await page.getByRole('button', { name: 'Add a list' }).click();
  const file = page.getByLabel('Excel or CSV file');
  await file.setInputFiles(list([...people, ['No number', '12']]));
  await chooseExam(page, 'First shift of June');
  await page.getByLabel('Paid by invoice').fill('INV-2026/300');
  await act(page, 'Check the list', 'The college sent it');
  await expect(page.getByRole('dialog').getByRole('row', { name: /B4/ })).toBeVisible();
  await expectAccessible(page);
  await file.setInputFiles(list(people));
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByRole('button', { name: 'Add 2 candidates' }).click();
  await expect(page.getByText(/^2 candidates added/)).toBeVisible();

  await page.getByPlaceholder('Search candidates...').fill('lakshmi venk');
  await expect(page).toHaveURL(/\?search=lakshmi\+venk$/);
  await page.getByRole('link', { name: 'Lakshmi Venkatesh' }).click();
  await expect(page.getByRole('cell', { name: 'Invoice INV-2026/300' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Edit details' }).click();
  await page.getByLabel('Mobile').fill('97111 00009');
  await act(page, 'Save', 'A wrong digit on the list');
  await expect(page.getByText('The details were saved.')).toBeVisible();
  await expect(page.getByText('9711100009')).toBeVisible();
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
    'A wrong digit on the list',
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
  const { token } = await openAdminSession(server);
  const found = await callApi(server, 'candidates?search=Devika%20Menon', { token });
  expect(found).toMatchObject([{ status: 'Registered', exam: 'Second shift of June' }]);
});
