/** Large text, a phone on its side, a window zoomed far in: the bars never cover the question and its options. */
import { expect, type Page } from '@playwright/test';
import { examSite } from './support/exam-site.ts';
import { makeQuestions } from './support/question-file.ts';
import {
  expectSound,
  next,
  option,
  questionOnScreen,
  receipt,
  signIn,
  startExam,
  timer,
} from './support/sitting-page.ts';
import { test } from './support/test.ts';

/** Buttons whose text is wider than they are, or that are partly outside the window. */
const cutButtons = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'header button, nav[aria-label="This question"] button, h2 + * button',
      ),
    ]
      .filter((button) => {
        const { left, right } = button.getBoundingClientRect();
        return button.scrollWidth > button.clientWidth || left < 0 || right > innerWidth;
      })
      .map((button) => button.ariaLabel ?? button.textContent),
  );

/** Whether the element can be scrolled to where nothing covers its corners and its middle. */
const uncovered = (element: Element) => {
  element.scrollIntoView({ block: 'center' });
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const points = [
    [left + 3, top + 3],
    [right - 3, bottom - 3],
    [(left + right) / 2, (top + bottom) / 2],
  ] as const;
  return points.every(([x, y]) => {
    const found = document.elementFromPoint(x, y);
    return found !== null && (element.contains(found) || found.contains(element));
  });
};

test('with little room the question and a whole option can be seen, the time stays visible, and no button is cut off', async ({
  page,
  server,
}) => {
  const site = await examSite(server);
  const questions = makeQuestions('Reasoning', 3);
  await site.upload(questions);
  const examId = await site.createExam({
    name: 'Little Room',
    startDate: new Date(Date.now() - 60_000),
    minutes: 120,
    sections: [{ type: 'Reasoning', count: 3 }],
  });
  await signIn(page, server.url, await site.paidCandidate(examId));
  await startExam(page, server.url);
  const question = await questionOnScreen(page, questions);
  const first = page.locator('label').filter({ has: option(page, question.options[0]) });

  for (const [width, height, text] of [
    [360, 800, 130],
    [360, 800, 150],
    [360, 800, 200],
    [800, 360, 100],
    [800, 360, 200],
    [180, 400, 100],
  ] as const) {
    const where = `${width} × ${height}, text of ${text} %`;
    await page.setViewportSize({ width, height });
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`;
    }, text);
    expect(await cutButtons(page), where).toEqual([]);
    for (const shown of [page.getByText(question.text), first]) {
      expect(await shown.evaluate(uncovered), where).toBe(true);
      await expect(timer(page), where).toBeInViewport({ ratio: 1 });
    }
  }
  await expectSound(page);

  // On the narrowest phone, beside a clock of three digits.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '100%';
  });
  const lines = await page.getByRole('button', { name: 'Submit exam' }).evaluate((button) => {
    // Only the text is measured, because the distance to its box depends on the machine's font.
    const words = document.createRange();
    words.selectNodeContents(button.lastElementChild ?? button);
    return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines, 'Submit exam stands in one line').toBe(1);
  expect(await cutButtons(page)).toEqual([]);

  // On a phone on its side, the question and its first option are visible at once.
  await page.setViewportSize({ width: 800, height: 360 });
  await next(page);
  await questionOnScreen(page, questions);
  await expect(page.locator('label').first()).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 360, height: 800 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  // From the buttons below one question the page moves to the beginning of the next, not to the bars above it.
  await next(page);
  await questionOnScreen(page, questions);
  await expect(page.getByRole('heading', { name: 'Question 3 of 3' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Submit exam' })).not.toBeInViewport();
  const dialog = page.getByRole('dialog');
  const linesOfWords = () =>
    dialog.getByRole('heading', { level: 2 }).evaluate((title) => {
      const range = document.createRange();
      const text = title.firstChild;
      if (!(text instanceof Text)) return [];
      return [...text.data.matchAll(/\S+/g)].map(({ 0: word, index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length;
      });
    });
  await page.getByRole('button', { name: 'All questions' }).click();
  expect(await linesOfWords(), 'no word of the title is broken').toEqual([1, 1]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Submit exam' }).click();
  const wide = (element: Element) => element.scrollWidth - element.clientWidth;
  expect(await linesOfWords(), 'no word of the title is broken').toEqual([1, 1, 1]);
  expect(await dialog.locator(':has(> table)').evaluate(wide)).toBeLessThanOrEqual(0);

  // Enlarged as Chrome on Android does it: at twice the size the page gets half the pixels.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '100%';
  });
  await page.setViewportSize({ width: 180, height: 400 });
  const body = dialog.locator(':has(> * > * > table)');
  expect(await body.evaluate(wide), 'the window scrolls down only').toBeLessThanOrEqual(0);

  // The same holds after the submission.
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Submitted on this phone' })).toBeVisible();
  const root = page.locator('html');
  expect(await root.evaluate(wide), 'submitted').toBeLessThanOrEqual(0);
  await page.context().setOffline(false);
  await receipt(page);
  expect(await root.evaluate(wide), 'received').toBeLessThanOrEqual(0);
});
