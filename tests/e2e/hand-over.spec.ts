/** A candidate whom no network reaches hands over to the proctor (offline rule 21): received, scored, with a receipt. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { examSite, type PaidCandidate } from './support/exam-site.ts';
import { makeQuestions, scoreByHand } from './support/question-file.ts';
import type { RunningServer } from './support/running-server.ts';
import {
  answer,
  expectKeptOffline,
  expectSound,
  next,
  receipt,
  signIn,
  startExam,
  submit,
} from './support/sitting-page.ts';
import { test } from './support/test.ts';

const questions = makeQuestions('Rivers', 3);
const sections = [{ type: 'Rivers', count: 3 }];

let server: RunningServer;
let site: Awaited<ReturnType<typeof examSite>>;
test.beforeAll(async ({ server: shared }) => {
  server = shared;
  site = await examSite(server);
  await site.upload(questions);
});

/** Sits an exam whose network goes after the start, up to the submission; what was chosen, by question. */
async function sitOffline(page: Page, candidate: PaidCandidate): Promise<Map<string, string>> {
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  await expectKeptOffline(page);
  await page.context().setOffline(true);
  const choices = new Map<string, string>();
  for (const index of [0, 1, 0] as const) {
    await answer(page, questions, index, choices);
    await next(page);
  }
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Submitted on this phone' })).toBeVisible();
  return choices;
}

const handOver = (page: Page) => page.getByRole('button', { name: 'No network? Hand over' });

test('by file: saved without network, taken in, and the phone hears of it later', async ({
  page,
}) => {
  const examId = await site.createExam({
    name: 'Rivers',
    startDate: new Date(Date.now() - 60_000),
    minutes: 20,
    sections,
  });
  const candidate = await site.paidCandidate(examId);
  const choices = await sitOffline(page, candidate);
  await handOver(page).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save file' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.pariksha$/);
  await expectSound(page);
  const taken = await site.takeIn(await readFile(await download.path()));
  expect(taken).toMatchObject({ submitted: true, receipt: { sittingId: taken.sittingId } });
  const { total } = scoreByHand(questions, choices);
  expect(await site.resultOf(candidate)).toMatchObject({ total });
  await page.getByRole('button', { name: 'Close' }).click();
  await page.context().setOffline(false);
  expect(await receipt(page)).toBe(taken.receipt?.code);
});
