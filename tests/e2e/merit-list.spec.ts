/** From a sat exam to a published rank: rules, categories, the list, its PDF, and a candidate who finds their own place. */
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { candidateQuestionSchema } from '#contract/desk/questions.ts';
import { expectAccessible } from './support/accessible.ts';
import { openDesk } from './support/admin-session.ts';
import { examSite, type PaidCandidate } from './support/exam-site.ts';
import { makeQuestions } from './support/question-file.ts';
import type { RunningServer } from './support/running-server.ts';
import { test } from './support/test.ts';

const questions = makeQuestions('Canals', 3);

/** @param right how many of the three are answered, from the first one on and rightly */
async function sit(server: RunningServer, { token, uid, examId }: PaidCandidate, right: number) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = async (path: string, body?: unknown): Promise<unknown> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${server.url}/api/v1/${path}`, { headers, ...init });
    expect(response.status).toBe(200);
    return response.json();
  };
  const paper = z.array(candidateQuestionSchema).parse(await call('questions?type=Canals'));
  const names = ['OptionOne', 'OptionTwo', 'OptionThree', 'OptionFour'] as const;
  const known = new Map(questions.slice(0, right).map((each) => [each.text, each]));
  const answers = paper.map((item) => {
    const asked = known.get(item.Questions);
    const key = asked?.options[asked.right];
    return { qid: item._id, answer: names.find((name) => item[name] === key) ?? '' };
  });
  await call('exams/submit-mcq', { uid, examID: examId, answers });
}

const sure = async (page: Page, name: string, reason: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name, exact: true }).click();
};

test('the office ranks an exam, publishes the list, and a candidate finds the own rank', async ({
  page,
  server,
}) => {
  const site = await examSite(server);
  await site.upload(questions);
  const examId = await site.createExam({
    name: 'River Clerk',
    startDate: new Date(Date.now() - 600_000),
    minutes: 60,
    sections: [{ type: 'Canals', count: 3 }],
  });
  const [best, tied, other] = [
    await site.paidCandidate(examId),
    await site.paidCandidate(examId),
    await site.paidCandidate(examId),
  ];
  await sit(server, best, 3);
  await sit(server, tied, 1);
  await sit(server, other, 1);

  await page.setViewportSize({ width: 1280, height: 800 });
  await openDesk(page, server, '/adminexamscore');
  await page.getByLabel('Select Exam').selectOption({ label: 'River Clerk' });
  await page.getByRole('link', { name: 'Merit list' }).click();
  await expect(page.getByText('Not published', { exact: true })).toBeVisible();
  await expect(page.getByText('Ties are broken by more in Canals', { exact: false })).toBeVisible();

  await page.getByRole('button', { name: 'Change rules' }).click();
  await page.getByRole('button', { name: 'Earlier date of birth: leave out' }).click();
  await page.getByLabel('In all', { exact: true }).fill('2');
  await expectAccessible(page);
  await sure(page, 'Save rules', 'As the notification says');
  await expect(page.getByText('Qualified from: 2 marks in all.')).toBeVisible();

  await page.getByRole('button', { name: 'Set categories' }).click();
  await page.getByLabel('UID and category, a line each').fill(`${tied.uid}\tOBC\nNOBODY1\tOBC`);
  await sure(page, 'Set categories', 'By their certificates');
  await expect(page.getByText('Line 2: NOBODY1 is not enrolled in this exam.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Work out the list' }).click();
  const table = page.getByRole('table', { name: 'Merit list of River Clerk' });
  const first = table.getByRole('row').nth(1);
  await expect(first).toContainText(best.uid);
  await expect(first).toContainText('100.0000000');
  await expect(first.getByRole('cell', { name: 'Qualified', exact: true })).toBeVisible();
  for (const { uid } of [tied, other])
    await expect(
      table.getByRole('row').filter({ hasText: uid }).getByRole('cell').first(),
    ).toHaveText('2');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Publish' }).click();
  await sure(page, 'Publish', 'The board has met');
  await expect(page.getByText('Published, as it stands now')).toBeVisible();

  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('link', { name: 'The page where candidates find their rank' }).click();
  await page.getByLabel('UID').fill(other.uid.toLowerCase());
  await page.getByRole('button', { name: 'Find my rank' }).click();
  await expect(page.getByText('Rank 2 of 3')).toBeVisible();
  await expect(page.getByText('Not qualified')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('UID').fill('NOBODY1');
  await page.getByRole('button', { name: 'Find my rank' }).click();
  await expect(page.getByText('This UID is not on the merit list.')).toBeVisible();
  const pdf = await page
    .getByRole('link', { name: 'The whole list as a PDF' })
    .getAttribute('href');
  expect((await page.request.get(new URL(pdf ?? '', server.url).href)).status()).toBe(200);
});
