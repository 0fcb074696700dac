/** A wrong key is found after the exam: corrected in its row, its effect listed, confirmed, and shown in the results. */
import { devices, expect } from '@playwright/test';
import { z } from 'zod';
import { candidateQuestionSchema } from '#contract/desk/questions.ts';
import { expectAccessible } from './support/accessible.ts';
import { openDesk } from './support/admin-session.ts';
import { examSite, type PaidCandidate } from './support/exam-site.ts';
import { makeQuestions } from './support/question-file.ts';
import { signIn } from './support/sitting-page.ts';
import { server, shareServer, test } from './support/test.ts';

const { defaultBrowserType: _, ...desktop } = devices['Desktop Chrome'];
test.use({ ...desktop, viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });

shareServer();

/** Chooses the same option for every question. */
async function sit({ uid, token, examId }: PaidCandidate, answer: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const base = `${server.url}/api/v1`;
  const paper = await fetch(`${base}/questions?type=Tributaries`, { headers });
  const answers = z
    .array(candidateQuestionSchema)
    .parse(await paper.json())
    .map(({ _id: qid }) => ({ qid, answer }));
  const body = JSON.stringify({ uid, examID: examId, answers });
  const sent = await fetch(`${base}/exams/submit-mcq`, { method: 'POST', headers, body });
  expect(sent.status).toBe(200);
}

test('a corrected key changes the listed scores once they are confirmed, and the candidate sees the earlier score', async ({
  page,
}) => {
  const site = await examSite(server);
  const [question] = makeQuestions('Tributaries', 1);
  if (!question) throw new Error('no question');
  await site.upload([question]);
  const examId = await site.createExam({
    name: 'River Survey',
    startDate: new Date(Date.now() - 60_000),
    minutes: 30,
    sections: [{ type: 'Tributaries', count: 1 }],
  });
  const names = ['OptionOne', 'OptionTwo', 'OptionThree', 'OptionFour'] as const;
  const wrongIndex = question.right === 3 ? 2 : 3;
  const wrong = names[wrongIndex];
  const candidate = await site.paidCandidate(examId);
  await sit(candidate, wrong);
  const before = (await site.resultOf(candidate))?.total;

  await openDesk(page, server);
  await page.getByRole('link', { name: 'Question Manager' }).click();
  await page.getByPlaceholder('Search questions...').fill('Tributaries');
  await expect(page.getByText('1 question', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('CorrectAnswer').selectOption(wrong);
  const also = page.getByRole('group', { name: 'Also right' });
  await also.getByRole('checkbox').nth(question.right).check();
  await page.getByLabel('Weightage').fill('4');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 sitting used this question.')).toBeVisible();
  await page.getByRole('link', { name: 'See what would change' }).click();

  await expect(page.getByText('1 score would change')).toBeVisible();
  await expect(page.getByText('Was right')).toHaveCount(1);
  await expect(page.getByText('Is right now')).toHaveCount(2);
  const row = page.getByRole('table', { name: 'Changed scores' }).getByRole('row').nth(1);
  await expect(row).toContainText(candidate.uid);
  await expect(row).toContainText('Tributaries');
  await expect(row).toContainText('Not changed yet');
  expect((await site.resultOf(candidate))?.total).toBe(before);
  await expectAccessible(page);

  // The merit list links to this question.
  const rescore = page.url();
  await page.goto(`${server.url}/adminmeritlist/${examId}`);
  await expect(page.getByText('1 corrected key not confirmed yet')).toBeVisible();
  await page.getByRole('link', { name: question.text }).click();
  await expect(page).toHaveURL(rescore);

  await page.getByRole('button', { name: 'Change 1 score' }).click();
  const ask = page.getByRole('dialog', { name: 'Change 1 score?' });
  await expect(ask).toContainText('A text message will tell each of them.');
  await ask.getByRole('button', { name: 'Change 1 score' }).click();
  await expect(page.getByText('1 score changed')).toBeVisible();
  await expect(page.getByText('A merit list that’s already published')).toBeVisible();
  await expect(row).toContainText('Changed');
  expect((await site.resultOf(candidate))?.total).toBe(4);

  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/examresult`);
  await expect(page.getByTestId('total-score')).toHaveText('4');
  await expect(page.getByText('Your score was corrected')).toBeVisible();
  await expect(page.getByText(`Before that, your total score was ${before}.`)).toBeVisible();
  await expectAccessible(page);
});

test('no rescore is offered when no candidate had the question', async ({ page }) => {
  const site = await examSite(server);
  const [question] = makeQuestions('Lagoons', 1);
  if (!question) throw new Error('no question');
  await site.upload([question]);
  await openDesk(page, server);
  await page.getByRole('link', { name: 'Question Manager' }).click();
  await page.getByPlaceholder('Search questions...').fill('Lagoons');
  await expect(page.getByText('1 question', { exact: true })).toBeVisible();
  const edit = page.getByRole('button', { name: 'Edit' });
  const id = z
    .string()
    .parse(await edit.getAttribute('id'))
    .replace('edit-', '');
  await page.goto(`${server.url}/adminrescore/${id}`);
  await expect(page.getByText('Nothing would change')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use the corrected key' })).toBeHidden();

  // While its progress can’t be seen, the page claims nothing about it.
  await page.route(`**/questions/${id}/rescore`, async (route) => {
    if (route.request().method() === 'GET') return route.abort();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), state: 'applying' } });
  });
  await page.reload();
  await expect(page.getByText('We couldn’t check the progress')).toBeVisible();
  await expect(page.getByText('We’ll keep trying.')).toBeVisible();
});
