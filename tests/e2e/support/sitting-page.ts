/**
 * The exam page as a candidate uses it. Elements are found by names that must not change, because people and screen
 * readers know them.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { candidateQuestionSchema } from '#contract/desk/questions.ts';
import { expectAccessible } from './accessible.ts';
import { callApi, openSession, signedIn } from './admin-session.ts';
import { type ExamSite, PASSWORD, type PaidCandidate } from './exam-site.ts';
import type { FileQuestion } from './question-file.ts';
import type { RunningServer } from './running-server.ts';

export const timer = (page: Page): Locator => page.getByRole('timer');
export const status = (page: Page): Locator => page.getByRole('status');

/** Signs in by typing; tests of anything else use `signIn`. */
export async function typeSignIn(page: Page, url: string, { uid }: Pick<PaidCandidate, 'uid'>) {
  await page.goto(`${url}/gethired`);
  await page.getByLabel('UID', { exact: true }).fill(uid);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/paymentresponse/);
}

/** Signs in over the API, with a session of this browser's own. */
export async function signIn(page: Page, url: string, { uid }: Pick<PaidCandidate, 'uid'>) {
  await signedIn(page.context(), { url }, await openSession({ url }, uid, PASSWORD));
}

/** Opens the exam page and presses Start exam, for an exam that has begun. */
export async function startExam(page: Page, url: string) {
  await page.goto(`${url}/exam`);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expect(timer(page)).toBeVisible();
}

/** Seconds left on the timer. */
export async function secondsLeft(page: Page): Promise<number> {
  const [minutes = 0, seconds = 0] = (await timer(page).innerText()).split(':').map(Number);
  return minutes * 60 + seconds;
}

/** When the timer will show 00:00, in milliseconds by the test's own date. */
export async function endsAt(page: Page): Promise<number> {
  for (;;) {
    const asked = Date.now();
    const left = await secondsLeft(page);
    // On a busy machine, reading may take long: then we don't know when the timer showed this, and read it again.
    if (Date.now() - asked < 1_000) return asked + left * 1_000;
  }
}

/** @param deadline in milliseconds by the test's own date; a busy page shows a second late, and catches up */
export async function expectEndAt(page: Page, deadline: number): Promise<void> {
  await expect.poll(async () => Math.abs((await endsAt(page)) - deadline)).toBeLessThan(3_000);
}

/**
 * Puts the start of an exam as near as possible, while this machine can still open the page before it.
 * @param open opens the page and checks that it waits
 * @param toItsEnd whether the test takes the exam until its time is over: then the exam is as short as this machine can
 * take it
 */
export async function startSoon(
  site: Pick<ExamSite, 'changeExam'>,
  examId: string,
  open: () => Promise<void>,
  { toItsEnd = false }: { toItsEnd?: boolean } = {},
): Promise<{ opensAt: number; minutes: number }> {
  const from = Date.now();
  await open();
  const took = Date.now() - from;
  const minutes = Math.ceil(took / 5_000);
  const opensAt = Date.now() + 5_000 + 2 * took;
  await site.changeExam(examId, {
    startDate: new Date(opensAt),
    ...(toItsEnd && { minutes }),
  });
  await open();
  return { opensAt, minutes };
}

/** The question on screen, found in the file by its text. */
export async function questionOnScreen(
  page: Page,
  questions: readonly FileQuestion[],
): Promise<FileQuestion> {
  const found: FileQuestion[] = [];
  await expect(async () => {
    found.length = 0;
    for (const question of questions) {
      if (await page.getByText(question.text, { exact: true }).isVisible()) found.push(question);
    }
    expect(found).toHaveLength(1);
  }).toPass();
  const [question] = found;
  if (!question) throw new Error('No question of the file is on screen.');
  return question;
}

export function option(page: Page, text: string): Locator {
  return page.getByRole('radio', { name: text, exact: true });
}

/**
 * Answers the question on screen and waits until the answer is stored.
 * @param index place of the option in the file
 * @param choices where to note the answer, as texts
 */
export async function answer(
  page: Page,
  questions: readonly FileQuestion[],
  index: 0 | 1 | 2 | 3,
  choices: Map<string, string>,
): Promise<FileQuestion> {
  const question = await questionOnScreen(page, questions);
  const text = question.options[index];
  await option(page, text).check();
  await expect(option(page, text)).toBeChecked();
  await expect(status(page)).toHaveText(/Saved on this phone|Received by the exam server/);
  choices.set(question.text, text);
  return question;
}

/**
 * Presses a button that leads to another question, and waits for that question, because the old one stays for a moment.
 * After the last question there is none to wait for.
 */
export async function move(page: Page, by: 'Save & next' | 'Mark for review & next' | 'Previous') {
  const place = page
    .getByRole('heading', { level: 2 })
    .filter({ hasText: /^(?:Question \d+ of \d+|Documents)$/ });
  const here = await place.innerText();
  const isLast = await page.getByText('This is the last question.').isVisible();
  await page.getByRole('button', { name: by, exact: true }).click();
  if (by === 'Previous' || !isLast) await expect(place).not.toHaveText(here);
}

export const next = (page: Page) => move(page, 'Save & next');

export async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit exam' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
}

/** Waits for the receipt and returns its code. */
export async function receipt(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Received', exact: true })).toBeVisible();
  const code = page.getByTestId('receipt');
  await expect(code).toHaveText(/^\S{4}-\S{4}-\S{4}$/);
  return code.innerText();
}

/** Expects no accessibility violation, and nothing wider than the phone. */
export async function expectSound(page: Page) {
  await expectAccessible(page);
  // Not `innerWidth`: on a phone it grows with a page that is too wide.
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
}

/** Expects the service worker to serve this page and to report that it has the whole exam. */
export async function expectKeptOffline(page: Page) {
  const served = () => navigator.serviceWorker.controller !== null;
  await page.waitForFunction(served);
  const kept = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        navigator.serviceWorker.controller?.postMessage({ type: 'KEEP_EXAM' }, [port2]);
      }),
  );
  expect(kept).toBe(true);
}

// A candidate who takes an exam over the API alone and knows the question file.

const names = ['OptionOne', 'OptionTwo', 'OptionThree', 'OptionFour'] as const;

/** Answers all questions of one type correctly, leaves the rest blank, and submits. */
export async function sitExam(
  server: RunningServer,
  { uid, token, examId: examID }: PaidCandidate,
  questions: readonly FileQuestion[],
  type: string,
): Promise<void> {
  const paper = z
    .array(candidateQuestionSchema)
    .parse(await callApi(server, `questions?type=${type}`, { token }));
  const answers = paper.map((item) => {
    const { options, right } = questions.find(({ text }) => text === item.Questions) ?? {};
    const answer = names.find((name) => item[name] === options?.[right ?? 0]) ?? '';
    return { qid: item._id, answer };
  });
  await callApi(server, 'exams/submit-mcq', { token, body: { uid, examID, answers } });
}
