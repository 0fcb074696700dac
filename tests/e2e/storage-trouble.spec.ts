/** Rule 7: storage that fails or is emptied is reported in words, nothing false is shown as saved, and there is a way on. */
import { expect, type Page } from '@playwright/test';
import { examSite } from './support/exam-site.ts';
import { makeQuestions, scoreByHand } from './support/question-file.ts';
import {
  answer,
  expectKeptOffline,
  expectSound,
  option,
  questionOnScreen,
  receipt,
  signIn,
  startExam,
  status,
  submit,
} from './support/sitting-page.ts';
import { server, shareServer, test } from './support/test.ts';

shareServer();

/** A disk that can be made full: every write of the page's database is refused with the browser's own error. */
async function disk(page: Page) {
  await page.addInitScript(() => {
    let full = false;
    const { add, put } = IDBObjectStore.prototype;
    const refuse = () => {
      if (full) throw new DOMException('No space left.', 'QuotaExceededError');
    };
    IDBObjectStore.prototype.add = function (...given) {
      refuse();
      return add.apply(this, given);
    };
    IDBObjectStore.prototype.put = function (...given) {
      refuse();
      return put.apply(this, given);
    };
    globalThis.addEventListener('disk', (event) => {
      if (event instanceof CustomEvent) full = event.detail;
    });
  });
  const set = (full: boolean) =>
    page.evaluate((detail) => {
      globalThis.dispatchEvent(new CustomEvent('disk', { detail }));
    }, full);
  return { fill: () => set(true), clear: () => set(false) };
}

/** Presses Save & next without waiting for another question. */
const pressNext = (page: Page) => page.getByRole('button', { name: 'Save & next' }).click();

/** An open exam with three questions of a type of its own, and a candidate who has paid for it. */
async function openExam(name: string, type: string) {
  const site = await examSite(server);
  const questions = makeQuestions(type, 3);
  await site.upload(questions);
  const examId = await site.createExam({
    name,
    startDate: new Date(Date.now() - 60_000),
    minutes: 20,
    sections: [{ type, count: 3 }],
  });
  return { site, questions, candidate: await site.paidCandidate(examId) };
}

test('in a browser that asks the user first, as Firefox does, the check reports too little space, looks again when the user comes back, and says to allow storage', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.storage.persist = () =>
      new Promise((resolve) => addEventListener('allowed', () => resolve(true)));
    let free = 12_000_000;
    navigator.storage.estimate = async () => ({ quota: free, usage: 0 });
    addEventListener('room', () => {
      free = 900_000_000;
    });
  });
  const { candidate } = await openExam('Browser That Asks', 'Gases');
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/exam`);
  const finding = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(finding('Space')).toContainText('Only 12 MB free.');
  await page.evaluate(() => {
    dispatchEvent(new Event('room'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(finding('Space')).toContainText('900 MB free for your answers.');
  await expect(finding('Answers kept')).toContainText(
    'If this browser asks to store data, please allow it.',
  );
  await page.evaluate(() => dispatchEvent(new Event('allowed')));
  await expect(finding('Answers kept')).toContainText('This browser keeps your answers.');
});

test('a full phone says so, shows no unsaved choice, and saves the same answer after a retry', async ({
  page,
}) => {
  const { site, questions, candidate } = await openExam('Full Phone', 'Metals');
  const choices = new Map<string, string>();
  const storage = await disk(page);
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  await answer(page, questions, 0, choices);
  await expect(status(page)).toHaveText('Received by the exam server');

  // The current question can't be stored: the page says so, and one press on Try again mends it.
  await storage.fill();
  await pressNext(page);
  await expect(page.getByRole('alert')).toContainText('This phone is full');
  await expect(status(page)).toHaveText('Not saved yet');
  await storage.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  const question = await questionOnScreen(page, questions);

  await storage.fill();
  await option(page, question.options[2]).click();
  await expect(page.getByRole('alert')).toContainText('This phone is full');
  await expect(option(page, question.options[2])).not.toBeChecked();
  await expect(page.getByRole('alert')).toContainText('won’t show until it’s saved');
  await expect(status(page)).toHaveText('Not saved yet');
  await expectSound(page);

  await storage.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(option(page, question.options[2])).toBeChecked();
  await expect(page.getByRole('alert')).toHaveCount(0);
  choices.set(question.text, question.options[2]);

  await storage.fill();
  await submit(page);
  await expect(page.getByRole('alert')).toContainText('Failed to submit exam. Please try again.');
  await expect(page.getByRole('alert')).toContainText('This phone is full');
  await expect(status(page)).toHaveText('Not saved yet');
  await storage.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await receipt(page);
  expect(await site.resultOf(candidate)).toEqual(scoreByHand(questions, choices));
});

test('storage emptied during the exam is explained, with a way on to the answers that the server received [rule 7]', async ({
  page,
  context,
}) => {
  const { site, questions, candidate } = await openExam('Emptied Phone', 'Salts');
  const choices = new Map<string, string>();
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  const answered = await answer(page, questions, 0, choices);
  await expect(status(page)).toHaveText('Received by the exam server');
  await expectKeptOffline(page);

  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      if (name) indexedDB.deleteDatabase(name);
    }
  });
  // Noticed by the press on the next question, or by what the app itself reads and writes before it.
  const gone = page.getByRole('heading', { name: 'Your exam is no longer on this phone' });
  await Promise.race([pressNext(page), gone.waitFor()]);
  await expect(gone).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(
    'Everything the exam server received is safe.',
  );
  await expect(page.getByText('Loading')).toHaveCount(0);
  await expectSound(page);

  // Without a network, the server isn't blamed.
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Open the exam again' }).click();
  await expect(page.getByRole('alert')).toContainText('This phone’s storage was cleared');
  await expect(page.getByRole('alert')).toContainText('Please connect to mobile data or Wi‑Fi');
  await expectSound(page);
  await context.setOffline(false);
  await expect(page.getByText('the timer is running')).toBeVisible();
  await page.getByRole('button', { name: 'Start exam' }).click();
  await page.getByRole('button', { name: 'Continue here' }).click();
  await page.getByRole('button', { name: /^Question 1,/ }).click();
  await expect(option(page, answered.options[0])).toBeChecked();
  await submit(page);
  await receipt(page);
  expect(await site.resultOf(candidate)).toEqual(scoreByHand(questions, choices));
});

/** Like Chromium's caches after a page died while it wrote into one: they never answer, and refuse nothing. */
function silenceCaches(): void {
  const never = () => new Promise<never>(() => {});
  Object.assign(CacheStorage.prototype, { match: never, open: never, delete: never });
  Object.assign(Cache.prototype, { match: never, put: never });
}

test('[rule 7] browser caches that never answer again prevent neither the exam nor its submission', async ({
  page,
  context,
}) => {
  const { site, questions, candidate } = await openExam('Silent Caches', 'Alloys');
  const choices = new Map<string, string>();
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  const answered = await answer(page, questions, 0, choices);
  await expect(status(page)).toHaveText('Received by the exam server');
  await expectKeptOffline(page);

  for (const worker of context.serviceWorkers()) await worker.evaluate(silenceCaches);
  await page.addInitScript(silenceCaches);
  await page.reload();
  await expect(option(page, answered.options[0])).toBeChecked();
  await pressNext(page);
  await answer(page, questions, 1, choices);
  await expect(status(page)).toHaveText('Received by the exam server');

  // From another page, which looks for the sitting itself.
  await page.goto(server.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${server.url}/exam`);
  await submit(page);
  await receipt(page);
  expect(await site.resultOf(candidate)).toEqual(scoreByHand(questions, choices));
});
