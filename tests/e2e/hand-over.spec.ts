/** A candidate whom no network reaches hands over to the proctor (offline rule 21): received, scored, with a receipt. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { operators } from '#tests/support/text-operators.ts';
import { examSite, type PaidCandidate } from './support/exam-site.ts';
import { openHallDesk, openHandOver, scanOffline, showCode } from './support/hall-desk.ts';
import { makeQuestions, scoreByHand } from './support/question-file.ts';
import { INBOUND_SECRET, type RunningServer } from './support/running-server.ts';
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
import { test, watchPolicy } from './support/test.ts';

const questions = makeQuestions('Estuaries', 3);
const sections = [{ type: 'Estuaries', count: 3 }];

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

async function openExam() {
  const examId = await site.createExam({
    name: 'Estuaries',
    startDate: new Date(Date.now() - 60_000),
    minutes: 20,
    sections,
  });
  return { examId, candidate: await site.paidCandidate(examId) };
}

const queue = (page: Page) => page.getByRole('status').filter({ hasText: 'on this phone' });

const hallOf = (examId: string) => ({ server, examId, name: 'Estuaries' });

test('by code: the proctor’s camera reads it from the screen, both without network; then received, scored, receipt', async ({
  page,
}) => {
  const { examId, candidate } = await openExam();
  const choices = await sitOffline(page, candidate);
  const shown = await showCode(page);
  await expectSound(page);

  await scanOffline(shown, hallOf(examId), async (hall) => {
    await expectSound(hall);
    await hall.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(queue(hall)).toContainText('1 act waits');
    expect(await site.resultOf(candidate)).toBeNull();
    await hall.context().setOffline(false);
    await expect(hall.getByText('The exam server has the submission.')).toBeVisible();
    const said = await hall.getByText('The receipt is').innerText();
    const { total } = scoreByHand(questions, choices);
    expect(await site.resultOf(candidate)).toMatchObject({ total });

    await page.getByRole('button', { name: 'Close' }).click();
    await page.context().setOffline(false);
    expect(said).toContain(await receipt(page));
  });
});

test('by file: saved without network, taken in by the proctor', async ({ page, browser }) => {
  const { examId, candidate } = await openExam();
  const choices = await sitOffline(page, candidate);
  await openHandOver(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save file' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.pariksha$/);
  const file = { name: 'a.pariksha', mimeType: '', buffer: await readFile(await download.path()) };

  const context = await browser.newContext();
  await watchPolicy(context);
  const hall = await context.newPage();
  await openHallDesk(hall, hallOf(examId));
  await hall.getByRole('button', { name: 'Take in a hand-over' }).click();
  const choose = hall.getByLabel('Choose file');
  await choose.setInputFiles({ ...file, buffer: file.buffer.subarray(0, 30) });
  await expect(hall.getByText('This is not a whole hand-over.')).toBeVisible();
  await choose.setInputFiles(file);
  await expect(hall.getByText('The exam server has the submission.')).toBeAttached();
  // Told where it was taken in, too.
  await expect(hall.getByRole('dialog')).toContainText('Received: the submission of');
  const { total } = scoreByHand(questions, choices);
  expect(await site.resultOf(candidate)).toMatchObject({ total });
  await choose.setInputFiles(file);
  await expect(hall.getByText('This one is on this phone already.')).toBeVisible();
  await hall.getByLabel('Typed or scanned code').fill('23YH JNY6');
  await hall.getByRole('button', { name: 'Take in', exact: true }).click();
  await expect(hall.getByText('compare it with the candidate’s screen')).toBeInViewport();
  await context.close();
});

test('by one text message, which the operator brings to the exam server', async ({ page }) => {
  const { candidate } = await openExam();
  const choices = await sitOffline(page, candidate);
  await openHandOver(page);
  const link = page.getByRole('link', { name: 'Send by text message' });
  const href = (await link.getAttribute('href')) ?? '';
  const [, number, text = ''] = /^sms:(\+\d+)\?body=(\w+)$/.exec(href) ?? [];
  expect(number).toBe('+919222000111');
  expect(text.length).toBeLessThanOrEqual(160);
  const told = { from: '919876543210', text, at: Date.now() };
  const answered = await operators.Infobip?.(server.url, INBOUND_SECRET, told);
  expect(answered?.status).toBe(200);
  const { total } = scoreByHand(questions, choices);
  expect(await site.resultOf(candidate)).toMatchObject({ total });
  await page.getByRole('button', { name: 'Close' }).click();
  await page.context().setOffline(false);
  await receipt(page);
});

test('a receipt is checked by anyone, by its code and by its long form, the latter without a network', async ({
  page,
  browser,
}) => {
  const { candidate } = await openExam();
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  await submit(page);
  const code = await receipt(page);
  await expect(page.getByRole('img', { name: 'Your receipt as a code' })).toBeVisible();
  await expectSound(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save receipt' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  const long = lines.at(-1) ?? '';
  expect(lines.join()).toContain(code);

  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  await watchPolicy(context);
  const anyone = await context.newPage();
  const field = anyone.getByLabel('Receipt code');
  const check = async (typed: string) => {
    await field.fill(typed);
    await anyone.getByRole('button', { name: 'Check' }).click();
    return anyone.getByRole('status');
  };
  await anyone.goto(`${server.url}/receipt#${long}`);
  await expect(anyone.getByRole('status')).toContainText('This receipt is genuine');
  await expect(await check(code.toLowerCase())).toContainText('Estuaries');
  await expectSound(anyone);
  await context.setOffline(true);
  await expect(await check(long.toLowerCase())).toContainText('This receipt is genuine');
  const forged = long.slice(0, 40) + (long[40] === '2' ? '3' : '2') + long.slice(41);
  await expect(await check(forged)).toContainText('This receipt is not genuine');
  await expect(await check(code)).toContainText('could not be checked');
  await context.close();
});
