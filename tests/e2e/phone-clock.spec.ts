/** Rule 14: the server's clock rules. Setting the phone's date moves nothing that matters. */
import { expect, type Page } from '@playwright/test';
import { examSite } from './support/exam-site.ts';
import { setDate, startWithDateOff } from './support/lying-clock.ts';
import { makeQuestions, scoreByHand } from './support/question-file.ts';
import type { RunningServer } from './support/running-server.ts';
import {
  answer,
  expectKeptOffline,
  next,
  receipt,
  secondsLeft,
  signIn,
  startExam,
  status,
  submit,
  timer,
} from './support/sitting-page.ts';
import { test } from './support/test.ts';

const HOUR = 3_600_000;
const questions = makeQuestions('Planets', 6);
const sections = [{ type: 'Planets', count: 6 }];

let server: RunningServer;
let site: Awaited<ReturnType<typeof examSite>>;
test.beforeAll(async ({ server: shared }) => {
  server = shared;
  site = await examSite(server);
  await site.upload(questions);
});

const exam = (startsInMs: number) =>
  site.createExam({
    name: 'Clocks',
    startDate: new Date(Date.now() + startsInMs),
    minutes: 30,
    sections,
  });

/** When the clock will show 00:00, by the test's own date. */
const endsAt = async (page: Page) => Date.now() + (await secondsLeft(page)) * 1_000;
const NEAR_MS = 3_500;

test('the phone’s date moved by hours both ways: same countdown, same deadline, same score', async ({
  page,
  context,
}) => {
  const examId = await exam(15_000);
  const candidate = await site.paidCandidate(examId);
  const choices = new Map<string, string>();
  await startWithDateOff(page, 3 * HOUR);
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/exam`);
  // Three hours ahead the exam would long be over; three hours behind it would be far away.
  await expect(page.getByText('seconds', { exact: true })).toBeVisible();
  await setDate(page, -6 * HOUR);
  await expect(timer(page)).toBeVisible({ timeout: 45_000 });
  const deadline = await endsAt(page);
  expect(Math.abs(deadline - (Date.now() + 30 * 60_000))).toBeLessThan(10_000);

  await answer(page, questions, 0, choices);
  await next(page);
  await setDate(page, 9 * HOUR);
  await answer(page, questions, 1, choices);
  expect(Math.abs((await endsAt(page)) - deadline)).toBeLessThan(NEAR_MS);
  await expect(status(page)).toHaveText('Received by the exam server');

  for (const shift of [-5 * HOUR, 7 * HOUR]) {
    const later = await context.newPage();
    await startWithDateOff(later, shift);
    await later.goto(`${server.url}/exam`);
    await expect(timer(later)).toBeVisible();
    expect(Math.abs((await endsAt(later)) - deadline)).toBeLessThan(NEAR_MS);
    await later.close();
  }
  await next(page);
  await answer(page, questions, 2, choices);
  await submit(page);
  await receipt(page);
  expect(await site.resultOf(candidate)).toEqual(scoreByHand(questions, choices));
});

test('[AT9] restarted offline with a date hours ahead, the early submission is taken back when the network returns', async ({
  page,
  context,
}) => {
  const examId = await exam(-60_000);
  const candidate = await site.paidCandidate(examId);
  const choices = new Map<string, string>();
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  await expectKeptOffline(page);
  await answer(page, questions, 0, choices);
  await expect(status(page)).toHaveText('Received by the exam server');
  const deadline = await endsAt(page);
  await context.setOffline(true);
  await next(page);
  await answer(page, questions, 1, choices);
  await page.close();

  const later = await context.newPage();
  await startWithDateOff(later, 4 * HOUR);
  await later.goto(`${server.url}/exam`);
  await expect(later.getByText('Submitted on this phone')).toBeVisible();
  await context.setOffline(false);
  await expect(timer(later)).toBeVisible({ timeout: 45_000 });
  await expect(later.getByText('You have time left')).toBeVisible();
  expect(Math.abs((await endsAt(later)) - deadline)).toBeLessThan(NEAR_MS);
  await next(later);
  await answer(later, questions, 2, choices);
  await submit(later);
  await receipt(later);
  expect(await site.resultOf(candidate)).toEqual(scoreByHand(questions, choices));
});
