/** Rule 7: storage that fails is told in words, the choice is not shown as saved, and a retry mends it. */
import { expect, type Page, test } from '@playwright/test';
import { examSite } from './support/exam-site.ts';
import { makeQuestions, scoreByHand } from './support/question-file.ts';
import { type RunningServer, runServer } from './support/running-server.ts';
import {
  answer,
  expectSound,
  next,
  option,
  questionOnScreen,
  receipt,
  signIn,
  startExam,
  status,
  submit,
} from './support/sitting-page.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await runServer();
});
test.afterAll(() => server.stop());

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

test('a full phone: the reason, no false choice, and the same answer after a retry', async ({
  page,
}) => {
  const site = await examSite(server);
  const questions = makeQuestions('Metals', 3);
  await site.upload(questions);
  const examId = await site.createExam({
    name: 'Full Phone',
    startDate: new Date(Date.now() - 60_000),
    minutes: 20,
    sections: [{ type: 'Metals', count: 3 }],
  });
  const candidate = await site.paidCandidate(examId);
  const choices = new Map<string, string>();
  const storage = await disk(page);
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  await answer(page, questions, 0, choices);
  await next(page);
  const question = await questionOnScreen(page, questions);
  await expect(status(page)).toHaveText('Received by the exam server');

  await storage.fill();
  await option(page, question.options[2]).click();
  await expect(page.getByRole('alert')).toContainText('This phone is full');
  await expect(option(page, question.options[2])).not.toBeChecked();
  await expectSound(page);

  await storage.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(option(page, question.options[2])).toBeChecked();
  await expect(page.getByRole('alert')).toHaveCount(0);
  choices.set(question.text, question.options[2]);

  await storage.fill();
  await submit(page);
  await expect(page.getByRole('alert')).toContainText('This phone is full');
  await storage.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await receipt(page);
  expect(await site.resultOf(candidate)).toEqual(scoreByHand(questions, choices));
});
