/** From a finished exam to the question whose key is wrong, in a real browser. */
import { readFile } from 'node:fs/promises';
import { devices, expect } from '@playwright/test';
import { read, utils } from 'xlsx';
import { z } from 'zod';
import { candidateQuestionSchema } from '#contract/desk/questions.ts';
import { expectAccessible } from './support/accessible.ts';
import { openDesk } from './support/admin-session.ts';
import { examSite, type PaidCandidate } from './support/exam-site.ts';
import { makeQuestions } from './support/question-file.ts';
import { server, shareServer, test } from './support/test.ts';

const { defaultBrowserType: _, ...desktop } = devices['Desktop Chrome'];
test.use({ ...desktop, viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });

shareServer();

const questions = makeQuestions('Hills', 4);
/** Candidates who know everything else choose another option here than the key names. */
const MISKEYED = 1;

async function callAs({ token }: PaidCandidate, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

async function sit(candidate: PaidCandidate, isGood: boolean) {
  const paper = z
    .array(candidateQuestionSchema)
    .parse(await callAs(candidate, 'questions?type=Hills'));
  const names = ['OptionOne', 'OptionTwo', 'OptionThree', 'OptionFour'] as const;
  const answers = paper.map((item) => {
    const index = questions.findIndex(({ text }) => text === item.Questions);
    const { options, right } = questions[index] ?? { options: [], right: 0 };
    const isRight = isGood === (index !== MISKEYED);
    const chosen = options[isRight ? right : (right + 1) % 4];
    return { qid: item._id, answer: names.find((name) => item[name] === chosen) ?? '' };
  });
  const { uid, examId: examID } = candidate;
  await callAs(candidate, 'exams/submit-mcq', { uid, examID, answers });
}

test('the analysis leads from a finished exam to the question with the wrong key', async ({
  page,
}) => {
  const site = await examSite(server);
  await site.upload(questions);
  const exam = { minutes: 60, sections: [{ type: 'Hills', count: questions.length }] };
  const startDate = new Date(Date.now() - 600_000);
  const examId = await site.createExam({ ...exam, name: 'Hill Survey', startDate });
  await site.createExam({ ...exam, name: 'Nobody Yet', startDate });
  for (let each = 0; each < 12; each += 1)
    await sit(await site.paidCandidate(examId), each % 2 === 0);
  await site.paidCandidate(examId);

  await openDesk(page, server);

  await test.step('an exam without participants says so', async () => {
    await page.getByPlaceholder('Search exams...').fill('Nobody Yet');
    const row = page.getByRole('row').filter({ hasText: 'Nobody Yet' });
    await row.getByRole('button', { name: 'More' }).click();
    await row.getByRole('link', { name: 'Analysis' }).click();
    await expect(page.getByText('Nobody has applied for this exam yet')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the analysis shows figures and charts, each with its numbers', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Exam Score' }).click();
    await page.getByLabel('Select Exam').selectOption({ label: 'Hill Survey' });
    await page.getByRole('link', { name: 'Analysis' }).click();
    await expect(page.getByText('12 of 13 have completed the exam.')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Scores' })).toBeVisible();
    const figure = page.getByRole('figure', { name: 'Participants' });
    await figure.getByText('Show the numbers').click();
    await expect(figure.getByRole('row', { name: 'Completed 12 92%' })).toBeVisible();
    await expect(figure.getByRole('row', { name: 'Fees Paid, not started 1 8%' })).toBeVisible();
  });

  const table = page.getByRole('table', { name: 'Questions of the exam' });
  const first = table.getByRole('row').nth(1);
  await test.step('the question with the wrong key comes first', async () => {
    await expect(first).toContainText(questions[MISKEYED]?.text ?? '');
    await expect(first).toContainText('Negative discrimination');
    await expect(first).toContainText('−1.00');
    await expect(page.getByText('Negative discrimination', { exact: true })).toHaveCount(1);
    await first.getByText('Options chosen').click();
    await expect(first.getByText('right by the key')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Show').selectOption('suspicious');
    await expect(table.getByRole('row')).toHaveCount(2);
  });

  await test.step('the workbook has the same figures', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to Excel' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('Hill_Survey_Analysis.xlsx');
    const book = read(await readFile(await file.path()));
    expect(book.SheetNames).toEqual(['Summary', 'Sections', 'Questions']);
    const [row] = utils.sheet_to_json(book.Sheets.Questions ?? {});
    expect(row).toMatchObject({
      Question: questions[MISKEYED]?.text,
      Right: 6,
      Wrong: 6,
      Facility: 0.5,
      Discrimination: -1,
    });
  });

  await test.step('a link leads to the question, to check its key', async () => {
    await first.getByRole('link', { name: 'Check its key' }).click();
    await expect(page.getByRole('heading', { name: 'Question Manager' })).toBeVisible();
    await expect(page.getByText('1 question', { exact: true })).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText(questions[MISKEYED]?.text ?? '');
  });
});
