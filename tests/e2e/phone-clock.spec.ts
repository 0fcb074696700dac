/** Rule 14: the server's clock decides. Setting the phone's date changes nothing that matters. */
import { expect } from '@playwright/test';
import { setDate, startWithDateOff } from './support/lying-clock.ts';
import { makeQuestions, scoreByHand } from './support/question-file.ts';
import {
  answer,
  endsAt,
  expectEndAt,
  expectKeptOffline,
  next,
  receipt,
  signIn,
  startExam,
  startSoon,
  status,
  submit,
  timer,
} from './support/sitting-page.ts';
import { server, shareSite, site, test } from './support/test.ts';

const HOUR = 3_600_000;
const questions = makeQuestions('Planets', 6);
const sections = [{ type: 'Planets', count: 6 }];

shareSite(questions);

const exam = (startsInMs: number) =>
  site.createExam({
    name: 'Clocks',
    startDate: new Date(Date.now() + startsInMs),
    minutes: 30,
    sections,
  });

test('moving the phone’s date by hours in both directions changes neither countdown, deadline nor score', async ({
  page,
  context,
}) => {
  const examId = await exam(HOUR);
  const candidate = await site.paidCandidate(examId);
  const choices = new Map<string, string>();
  await startWithDateOff(page, 3 * HOUR);
  await signIn(page, server.url, candidate);
  // By a date three hours ahead the exam would long be over; by one three hours behind it would be far away.
  const open = async () => {
    await page.goto(`${server.url}/exam`);
    await expect(page.getByText('seconds', { exact: true })).toBeVisible();
  };
  const { opensAt } = await startSoon(site, examId, open);
  await setDate(page, -6 * HOUR);
  await expect(timer(page)).toBeVisible({ timeout: 120_000 });
  const deadline = await endsAt(page);
  // It began at the exam's start or, on a slow machine, a little later.
  expect(deadline).toBeGreaterThan(opensAt + 30 * 60_000 - 3_000);
  expect(deadline).toBeLessThan(Date.now() + 30 * 60_000 + 3_000);

  await answer(page, questions, 0, choices);
  await next(page);
  await setDate(page, 9 * HOUR);
  await answer(page, questions, 1, choices);
  await expectEndAt(page, deadline);
  await expect(status(page)).toHaveText('Received by the exam server');

  for (const shift of [-5 * HOUR, 7 * HOUR]) {
    const later = await context.newPage();
    await startWithDateOff(later, shift);
    await later.goto(`${server.url}/exam`);
    await expect(timer(later)).toBeVisible();
    await expectEndAt(later, deadline);
    await later.close();
  }
  await next(page);
  await answer(page, questions, 2, choices);
  await submit(page);
  await receipt(page);
  expect(await site.resultOf(candidate)).toEqual(scoreByHand(questions, choices));
});

test('a phone whose date is hours ahead can register and pay for an exam that is still to come', async ({
  page,
}) => {
  const examId = await site.createExam({
    name: 'Not over yet',
    startDate: new Date(Date.now() + HOUR),
    minutes: 30,
    start: 'together',
    sections,
  });
  const { user, token } = await site.registered(examId);
  await startWithDateOff(page, 3 * HOUR);
  await page.goto(`${server.url}/register`);
  await expect(page.getByRole('option', { name: /^Not over yet/ })).toBeAttached();
  await page.goto(`${server.url}/onlineassessment`);
  await expect(page.getByRole('heading', { name: 'Not over yet' })).toBeVisible();
  const stored = JSON.stringify({ ...user, token });
  await page.evaluate((value) => localStorage.setItem('user', value), stored);
  await page.goto(`${server.url}/jobs`);
  await expect(page.getByRole('heading', { name: 'Not over yet' })).toBeVisible();
  await page.goto(`${server.url}/applynow/${examId}`);
  await expect(page.getByText('Open since')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pay Now' })).toBeEnabled();
});

test('[AT9] when a phone restarts without a network and with a date hours ahead, its early submission is taken back once the network returns', async ({
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
  await expect(timer(later)).toBeVisible();
  await expect(later.getByText('You have time left')).toBeVisible();
  await expectEndAt(later, deadline);
  await next(later);
  await answer(later, questions, 2, choices);
  await submit(later);
  await receipt(later);
  expect(await site.resultOf(candidate)).toEqual(scoreByHand(questions, choices));
});
