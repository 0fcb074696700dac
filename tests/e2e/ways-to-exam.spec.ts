/** Who is in an exam and ends up elsewhere without network is led back to it. */
import { expect } from '@playwright/test';
import { examSite } from './support/exam-site.ts';
import { makeQuestions } from './support/question-file.ts';
import {
  answer,
  expectKeptOffline,
  option,
  startExam,
  timer,
  typeSignIn,
} from './support/sitting-page.ts';
import { test } from './support/test.ts';

const questions = makeQuestions('Rivers', 4);

test('[rule 6] the site’s own address and any other, opened offline in mid-exam, lead to the exam first', async ({
  page,
  context,
  server,
}) => {
  const site = await examSite(server);
  await site.upload(questions);
  const examId = await site.createExam({
    name: 'Ways',
    startDate: new Date(Date.now() - 60_000),
    minutes: 20,
    sections: [{ type: 'Rivers', count: 4 }],
  });
  await typeSignIn(page, server.url, await site.paidCandidate(examId));
  await startExam(page, server.url);
  await expectKeptOffline(page);
  const { text, options } = await answer(page, questions, 1, new Map());
  await context.setOffline(true);

  // Back from the exam stands the payment: of it nothing can be said now, and the gateway's number says nothing.
  await page.goBack();
  await expect(page.getByText('We could not check your payment')).toBeVisible();
  await expect(page.getByText('Its time may be running.')).toBeVisible();
  await expect(page.getByText('Order ID')).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to your exam' }).click();
  await expect(timer(page)).toBeVisible();
  await page.close();

  const anew = await context.newPage();
  for (const path of ['/', '/account', '/onlineassessment', '/nowhere']) {
    await anew.goto(`${server.url}${path}`);
    await expect(anew.getByText('This page could not be shown')).toBeVisible();
    const way = anew.getByRole('alert').locator('a, button').first();
    await expect(way).toHaveText('Go to your exam');
  }
  await anew.getByRole('link', { name: 'Go to your exam' }).click();
  await expect(anew.getByText(text, { exact: true })).toBeVisible();
  await expect(option(anew, options[1])).toBeChecked();
});
