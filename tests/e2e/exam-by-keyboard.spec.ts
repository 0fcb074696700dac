/**
 * The candidate's path without a mouse, from the sign-in to the result: every element is reached with Tab, the focus is
 * visible, and it never falls back to the top of the page when the focused element disappears.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { makePdf } from '#tests/support/make-hostile-uploads.ts';
import { PASSWORD } from './support/exam-site.ts';
import { chooseFile, pressAt, tabTo, typeInto } from './support/keyboard.ts';
import { makeQuestions } from './support/question-file.ts';
import { receipt, signIn, startExam, timer } from './support/sitting-page.ts';
import { server, shareSite, site, test } from './support/test.ts';

const questions = makeQuestions('Keys', 3);

shareSite(questions);

const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true });

test('from the sign-in to the result by keyboard alone, and the focus is never lost', async ({
  page,
}) => {
  const { keyboard } = page;
  const examId = await site.createExam({
    name: 'Without a mouse',
    startDate: new Date(Date.now() - 60_000),
    minutes: 60,
    format: 'MIX',
    sections: [{ type: 'Keys', count: 3 }],
  });
  const { uid } = await site.paidCandidate(examId);
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const dialog = page.getByRole('dialog');

  await test.step('sign in, and go on to the exam', async () => {
    await page.goto(`${server.url}/gethired`);
    await typeInto(page, page.getByLabel('UID', { exact: true }), uid);
    await typeInto(page, page.getByLabel('Password', { exact: true }), PASSWORD);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await pressAt(page, page.getByRole('link', { name: 'Go to the exam' }));
  });

  await test.step('the hall ticket gives the focus back', async () => {
    const ticket = button(page, 'Show my hall ticket');
    await pressAt(page, ticket);
    await expect(dialog.getByRole('heading')).toBeFocused();
    await keyboard.press('Escape');
    await expect(ticket).toBeFocused();
  });

  await test.step('the practice leads from question to question', async () => {
    await pressAt(page, button(page, 'Start practice'));
    await expect(heading('Practice 1 of 3')).toBeFocused();
    await tabTo(page, page.getByRole('radio').first(), { within: 3 });
    await keyboard.press('Space');
    const clear = button(page, 'Clear response');
    await pressAt(page, clear, { within: 1 });
    await expect(page.getByRole('radio').first()).not.toBeChecked();
    await expect(clear).toBeFocused();
    const onward = button(page, 'Next practice question');
    await pressAt(page, onward, { within: 1 });
    await expect(onward).toBeFocused();
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await expect(page.getByText('They look like the real ones')).toBeFocused();
  });

  await test.step('the exam begins at its first question', async () => {
    await pressAt(page, button(page, 'Start exam'), { back: true });
    await expect(timer(page)).toBeVisible();
    await expect(heading('Question 1 of 3')).toBeFocused();
  });

  await test.step('the text grows to its largest size', async () => {
    const larger = button(page, 'A+ Larger text');
    await tabTo(page, larger, { within: 2 });
    for (const _ of ['lg', 'xl', 'xxl']) await keyboard.press('Enter');
    await expect(larger).toBeDisabled();
    await expect(larger).toBeFocused();
  });

  await test.step('arrow keys move on from a focused question, and Previous leads back to the first', async () => {
    await tabTo(page, page.getByRole('radio').first(), { within: 1 });
    await keyboard.press('c');
    await expect(page.getByRole('radio').nth(2)).toBeChecked();
    await keyboard.press('ArrowRight');
    await expect(heading('Question 2 of 3')).toBeFocused();
    await pressAt(page, button(page, 'Previous'));
    await expect(button(page, 'Previous')).toBeDisabled();
    await expect(heading('Question 1 of 3')).toBeFocused();
  });

  await test.step('a button that opens another question moves the focus to the question’s heading', async () => {
    await pressAt(page, button(page, 'Save & next'));
    await expect(heading('Question 2 of 3')).toBeFocused();
    await pressAt(page, button(page, 'Question 1, answered'), { back: true });
    await expect(heading('Question 1 of 3')).toBeFocused();
  });

  await test.step('the list of all questions gives the focus back', async () => {
    const all = button(page, 'All questions');
    await pressAt(page, all, { back: true });
    await expect(dialog.getByRole('heading')).toBeFocused();
    await keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(all).toBeFocused();
    await keyboard.press('Enter');
    await pressAt(page, button(dialog, 'Question 3, not visited'));
    await expect(heading('Question 3 of 3')).toBeFocused();
  });

  await test.step('documents are added, moved and removed', async () => {
    await pressAt(page, button(page, 'Save & next'));
    await expect(heading('Documents')).toBeFocused();
    for (const title of ['first', 'second', 'third']) {
      const file = {
        name: `${title}.pdf`,
        mimeType: 'application/pdf',
        buffer: makePdf({ comment: `%${title}` }),
      };
      await chooseFile(page, button(page, 'Choose files'), file);
      await expect(button(page, 'Choose files')).toBeEnabled();
      await expect(button(page, 'Choose files')).toBeFocused();
    }
    await pressAt(page, button(page, 'Move down page 1'));
    await expect(button(page, 'Move down page 2')).toBeFocused();
    await keyboard.press('Enter');
    await expect(button(page, 'Move down page 3')).toBeFocused();
    await expect(button(page, 'Move down page 3')).toBeDisabled();
    await pressAt(page, button(page, 'Remove page 3'), { within: 2 });
    await expect(page.getByText('Remove page 3?')).toBeFocused();
    await pressAt(page, button(page, 'Keep'), { within: 2 });
    await pressAt(page, button(page, 'Remove page 3'), { within: 4 });
    await pressAt(page, button(page, 'Remove'), { within: 1 });
    await expect(page.getByText('Page 3', { exact: true })).toHaveCount(0);
    await expect(heading('Documents')).toBeFocused();
    await pressAt(page, button(page, 'Previous'));
    await expect(heading('Question 3 of 3')).toBeFocused();
  });

  await test.step('submit, and see the result', async () => {
    const ask = button(page, 'Submit exam');
    await pressAt(page, ask, { back: true });
    await keyboard.press('Escape');
    await expect(ask).toBeFocused();
    await keyboard.press('Enter');
    await pressAt(page, button(dialog, 'Submit'));
    await receipt(page);
    await expect(heading('Received')).toBeFocused();
    await expect(button(page, 'Save receipt')).toBeVisible();
    await pressAt(page, page.getByRole('link', { name: 'See your result' }));
    await expect(heading('Your result')).toBeVisible();
  });
});

test('left and right scroll a focused wide table, and change the question from everywhere else', async ({
  page,
}) => {
  const { keyboard } = page;
  const wide = `Year\t${'A long heading\t'.repeat(9)}\n2024\t7`;
  const own = makeQuestions('Tables', 2).map((each) => ({
    ...each,
    text: `${each.text}\n${wide}`,
  }));
  await site.upload(own);
  const examId = await site.createExam({
    name: 'A wide table',
    startDate: new Date(Date.now() - 60_000),
    minutes: 60,
    sections: [{ type: 'Tables', count: 2 }],
  });
  await signIn(page, server.url, await site.paidCandidate(examId));
  await startExam(page, server.url);
  const table = page.getByRole('region', { name: 'Table' });
  await tabTo(page, table);
  await keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { name: 'Question 1 of 2' })).toBeVisible();
  await tabTo(page, page.getByRole('radio').first(), { within: 1 });
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Question 2 of 2' })).toBeFocused();
});
