/**
 * The office's day at the desk, from a college's list to the next exam: a list of candidates, exams taken and marked, a
 * merit list with ties, its publication, a wrong mobile corrected, another exam allowed (decisions 046 and 047).
 */
import { type Browser, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { sessionReplySchema } from '#contract/wire/users.ts';
import { makeWorkbook } from '#tests/support/make-workbook.ts';
import { expectAccessible } from './support/accessible.ts';
import { callApi, openDesk } from './support/admin-session.ts';
import { examSite, type PaidCandidate } from './support/exam-site.ts';
import { makeQuestions } from './support/question-file.ts';
import type { RunningServer } from './support/running-server.ts';
import {
  next,
  option,
  questionOnScreen,
  receipt,
  sitExam,
  startExam,
  submit,
} from './support/sitting-page.ts';
import { test } from './support/test.ts';

// Only the phone that takes the exam has a service worker.
test.use({ serviceWorkers: 'block' });

const EXAM = 'River Clerk, Department of Weirs and Sluices, Combined Recruitment';
const questions = [...makeQuestions('Weirs', 2), ...makeQuestions('Sluices', 2)];
const PASSWORD = 'a password of their own';
/** The server makes passwords twenty at a time, so thirty need two rounds. */
const names = Array.from({ length: 30 }, (_, at) => `Student ${at + 1}`);
const mobileOf = (at: number) => String(9_733_000_001 + at);

/** @param wrong whether the fourth mobile number is wrong */
const collegeList = ({ wrong = false } = {}) => ({
  name: 'college.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(
    makeWorkbook([
      {
        name: 'Sheet1',
        rows: [
          ['Name', 'Mobile', 'Email'],
          ...names.map((name, at) => [name, wrong && at === 3 ? '12' : mobileOf(at), '']),
        ],
      },
    ]),
  ),
});

/** Signs in with the password that was texted, and chooses a password of their own. */
async function arrive(server: RunningServer, mobile: string): Promise<PaidCandidate> {
  const body = { uid: mobile, password: await server.passwordFor(mobile) };
  const { user, token } = sessionReplySchema.parse(await callApi(server, 'auth/signin', { body }));
  const chosen = { password: '', newPassword: PASSWORD };
  await callApi(server, 'auth/change-password', { token, body: chosen });
  return { uid: user.uid, token, examId: user.examID ?? '', stored: '' };
}

async function submitPage(server: RunningServer, { uid, token, examId }: PaidCandidate) {
  const create = { width: 300, height: 400, channels: 3, background: '#e8c9a0' } as const;
  const form = new FormData();
  form.set('uid', uid);
  form.set('examID', examId);
  form.append(
    'docs',
    new File([new Uint8Array(await sharp({ create }).jpeg().toBuffer())], 'p.jpg'),
  );
  const headers = { authorization: `Bearer ${token}` };
  const init = { method: 'POST', headers, body: form };
  expect((await fetch(`${server.url}/api/v1/exams/upload-docs`, init)).status).toBe(200);
}

/** Takes the exam on a phone, with every answer right. */
async function sitOnPhone(browser: Browser, server: RunningServer, mobile: string) {
  const phone = await (
    await browser.newContext({ viewport: { width: 360, height: 800 }, serviceWorkers: 'allow' })
  ).newPage();
  await phone.goto(`${server.url}/gethired`);
  await phone.getByLabel('UID', { exact: true }).fill(mobile);
  const password = await server.passwordFor(mobile);
  await phone.getByLabel('Password', { exact: true }).fill(password);
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await phone.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
  await phone.getByRole('button', { name: 'Save new password' }).click();
  await expect(phone).toHaveURL(/paymentresponse/);
  // The college paid, so the page mentions no payment by the candidate, and no amount.
  await expect(phone.getByRole('heading', { name: 'Your fee is paid' })).toBeVisible();
  await expect(phone.getByText('on our invoice INV-2026/30')).toBeVisible();
  await expect(phone.getByText('₹')).toHaveCount(0);
  await startExam(phone, server.url);
  for (const _ of questions) {
    const { options, right } = await questionOnScreen(phone, questions);
    await option(phone, options[right]).check();
    await next(phone);
  }
  await submit(phone);
  await receipt(phone);
  await phone.context().close();
}

const inIndia = (time: number) => new Date(time + 330 * 60_000).toISOString().slice(0, 16);
const sure = async (page: Page, name: string, reason: string) => {
  await page.getByRole('dialog').getByLabel('Reason').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
};

test('the office’s day: a list of 30 is added, takes an exam, is marked, ranked and published; one of them is corrected and let in again', async ({
  page,
  browser,
  server,
}) => {
  const site = await examSite(server);
  await site.upload(questions);
  const soon = new Date(Date.now() + 3_600_000);
  await site.createExam({ name: 'Canal Clerk', startDate: soon, minutes: 30, sections: [] });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openDesk(page, server, '/adminexammanager');
  const dialog = page.getByRole('dialog');

  await test.step('the office creates an exam of two sections with pages to submit', async () => {
    await page.getByRole('button', { name: 'Create Exam' }).click();
    await dialog.getByLabel('Exam Name').fill(EXAM);
    await dialog.getByLabel('Price').fill('500');
    await dialog.getByLabel('Start').fill(inIndia(Date.now() - 60_000));
    await dialog.getByLabel('Format', { exact: true }).selectOption('MIX');
    for (const [at, type] of ['Weirs', 'Sluices'].entries()) {
      await dialog.getByLabel(`Section ${at + 1} type`).selectOption(type);
      await dialog.getByLabel(`Section ${at + 1} questions`).fill('2');
    }
    await dialog.getByRole('button', { name: 'Create Exam' }).click();
    await expect(page.getByText(`“${EXAM}” was created.`)).toBeVisible();
  });

  await test.step('a wrong number in the college’s list is reported by its cell, then all 30 are added', async () => {
    await page.getByRole('link', { name: 'Candidates', exact: true }).click();
    await page.getByRole('button', { name: 'Add a list' }).click();
    const file = page.getByLabel('Spreadsheet, CSV or Word file');
    await file.setInputFiles(collegeList({ wrong: true }));
    await dialog.getByPlaceholder('Search exams...').fill('sluices');
    await page.getByRole('radio', { name: EXAM }).check();
    await page.getByLabel('Paid by invoice').fill('INV-2026/30');
    await sure(page, 'Check the list', 'The college sent it');
    await expect(dialog.getByRole('row', { name: /B5/ })).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Check the list' })).toBeInViewport();
    await expectAccessible(page);
    await file.setInputFiles(collegeList());
    await page.getByRole('button', { name: 'Check the list' }).click();
    await page.getByRole('button', { name: 'Add 30 candidates' }).click();
    await expect(page.getByText(/^30 candidates added/)).toBeVisible();
    await expect(
      page.getByText(/^“college.xlsx”: \d+ of 30 one-time passwords sent\.$/),
    ).toBeVisible();
  });

  // In the order of the list; the three who tie have answered one section each.
  const sat: PaidCandidate[] = [];
  await test.step('four of them take the exam, one on a phone’s screen', async () => {
    for (const [at, type] of ['Weirs', 'Sluices', 'Sluices'].entries()) {
      const candidate = await arrive(server, mobileOf(at + 1));
      await submitPage(server, candidate);
      await sitExam(server, candidate, questions, type);
      sat.push(candidate);
    }
    await sitOnPhone(browser, server, mobileOf(0));
  });
  const [, , last] = sat;
  if (!last) throw new Error('Nobody sat it.');

  await test.step('their pages are marked; total and UID are shown beside the name', async () => {
    await page.getByRole('link', { name: 'Exam Score' }).click();
    await page.getByLabel('Select Exam').selectOption({ label: EXAM });
    await page.getByLabel('Status', { exact: true }).selectOption('Completed');
    await page.getByRole('link', { name: 'Mark documents' }).click();
    for (const done of [1, 2, 3, 4]) {
      await page.getByLabel('Documents (marks)').fill('5');
      await page.getByLabel('Reason').fill('Complete');
      await page.keyboard.press('Enter');
      await expect(page.getByText(`${done} of 4 marked`)).toBeVisible();
    }
    await page.goBack();
    // The UID is part of the row's name.
    const named = page.getByRole('rowheader', { name: `Student 4 ${last.uid} 7.7` });
    for (const said of [last.uid, '7.7'])
      await expect(named.locator(`[data-said="${said}"]`)).toBeVisible();
  });

  const table = page.getByRole('table', { name: `Merit list of ${EXAM}` });
  const rankOf = (name: string) =>
    table
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
      .getByRole('cell')
      .first();
  await test.step('the office sets the rules: tie-breaks, a cut-off, categories', async () => {
    await page.getByRole('link', { name: 'Merit list' }).click();
    await expect(page.getByText('Not published', { exact: true })).toBeVisible();
    await expect(
      page.getByText('Ties are broken by more in Weirs', { exact: false }),
    ).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Exam Score' }).click();
    await page.getByRole('link', { name: 'Merit list' }).click();
    await page.getByRole('button', { name: 'Change rules' }).click();
    await page.getByRole('button', { name: 'Earlier date of birth: leave out' }).click();
    await page.getByLabel('Total', { exact: true }).fill('10');
    await expectAccessible(page);
    await sure(page, 'Save rules', 'As the notification says');
    await expect(page.getByText('To qualify: at least 10 marks in total.')).toBeVisible();
    await page.getByRole('button', { name: 'Set categories' }).click();
    await page
      .getByLabel('UID and category, one candidate per line')
      .fill(`${last.uid}\tOBC\nNOBODY1\tOBC`);
    await sure(page, 'Set categories', 'By their certificates');
    await expect(page.getByText('Line 2: NOBODY1 is not enrolled in this exam.')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
  });

  await test.step('of three with the same total, one is ahead by a section and two share a rank', async () => {
    await page.getByRole('button', { name: 'Work out the list' }).click();
    await expect(table.getByRole('row').nth(1)).toContainText('100.0000000');
    await expect(table.getByRole('cell', { name: 'Qualified', exact: true })).toHaveCount(1);
    for (const [name, rank] of [
      ['Student 1', '1'],
      ['Student 2', '2'],
      ['Student 3', '3'],
      ['Student 4', '3'],
    ] as const)
      await expect(rankOf(name)).toHaveText(rank);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Publish' }).click();
    await sure(page, 'Publish', 'The board has met');
    await expect(page.getByText('Published and up to date')).toBeVisible();
  });

  await test.step('a candidate finds their rank by UID', async () => {
    const href = await page
      .getByRole('link', { name: 'The page where candidates find their rank' })
      .getAttribute('href');
    const phone = await page.context().newPage();
    await phone.setViewportSize({ width: 360, height: 800 });
    await phone.goto(new URL(href ?? '', server.url).href);
    await phone.getByLabel('UID').fill(last.uid.toLowerCase());
    await phone.getByRole('button', { name: 'Find my rank' }).click();
    await expect(phone.getByText('Rank 3 of 4')).toBeVisible();
    await expect(phone.getByText('Not qualified')).toBeVisible();
    await expectAccessible(phone);
    await phone.getByLabel('UID').fill('NOBODY1');
    await phone.getByRole('button', { name: 'Find my rank' }).click();
    await expect(phone.getByText('This UID isn’t on the merit list.')).toBeVisible();
    const notFound = phone.getByText('No rank found');
    await expect(notFound).toBeVisible();
    await phone.route('**/merit/*/rank?*', (route) => route.abort());
    await phone.getByRole('button', { name: 'Find my rank' }).click();
    await expect(phone.getByText('We couldn’t look up your rank')).toBeVisible();
    await phone.getByLabel('UID').fill('  ');
    await phone.getByRole('button', { name: 'Find my rank' }).click();
    await expect(phone.getByText('Your UID is missing')).toBeVisible();
    await expect(notFound).toHaveCount(0);
    const pdf = phone.getByRole('link', { name: 'The whole list as a PDF' });
    const address = new URL((await pdf.getAttribute('href')) ?? '', server.url).href;
    expect((await phone.request.get(address)).status()).toBe(200);
    await phone.close();
  });

  await test.step('the office sees a candidate’s answers, corrects the mobile number and allows another exam, both with a reason', async () => {
    await table.getByRole('link', { name: 'Student 4', exact: true }).click();
    await expect(page.getByRole('cell', { name: 'Invoice INV-2026/30' })).toBeVisible();
    await page.getByRole('button', { name: `Show the answers in ${EXAM}` }).click();
    const answered = (section: string) => dialog.getByRole('table', { name: section });
    await expect(answered('Weirs: 0').getByRole('cell', { name: 'Left blank' })).toHaveCount(2);
    await expect(answered('Weirs: 0').getByText('Nothing was received.')).toHaveCount(2);
    await expect(answered('Sluices: 2.7').getByRole('row')).toHaveCount(3);
    await expect(answered('Sluices: 2.7').getByText(/^[A-D], \d+:\d\d\s[ap]m\sIST$/)).toHaveCount(
      2,
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit details' }).click();
    await dialog.getByLabel('Mobile').fill('97331 00009');
    await sure(page, 'Save', 'A wrong digit on the list');
    await expect(page.getByText('9733100009')).toBeVisible();
    await page.getByRole('button', { name: 'Allow another exam' }).click();
    await dialog.getByPlaceholder('Search exams...').fill('Canal Clerk');
    await page.getByRole('radio', { name: 'Canal Clerk' }).check();
    await sure(page, 'Allow', 'Passed the first');
    await expect(page.getByText('can now pay for the exam you chose.')).toBeVisible();
    const activity = page.getByRole('region', { name: 'Activity' });
    for (const reason of ['A wrong digit on the list', 'Passed the first'])
      await expect(activity.getByText(reason).first()).toBeVisible();
  });
});
