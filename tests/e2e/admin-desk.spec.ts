/**
 * The administrator's main path in a real browser: a question file, an exam made from it, its participants exported,
 * its result published.
 */
import { readFile } from 'node:fs/promises';
import { devices, expect, type Page } from '@playwright/test';
import { read, utils } from 'xlsx';
import { z } from 'zod';
import { candidateQuestionSchema } from '#contract/desk/questions.ts';
import { makePdf } from '#tests/support/make-hostile-uploads.ts';
import { expectAccessible } from './support/accessible.ts';
import { openDesk } from './support/admin-session.ts';
import { examSite, type PaidCandidate } from './support/exam-site.ts';
import { type FileQuestion, makeQuestions, toWorkbook } from './support/question-file.ts';
import { ADMIN_PASSWORD } from './support/running-server.ts';
import { hiddenWidth } from './support/sound-page.ts';
import { server, shareServer, test } from './support/test.ts';

const { defaultBrowserType: _, ...desktop } = devices['Desktop Chrome'];
test.use({ ...desktop, viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });

shareServer();

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const NAME = 'Desk Officer Assessment';
const questions = [...makeQuestions('Rivers', 4), ...makeQuestions('Lakes', 3)];

async function signIn(page: Page) {
  await page.goto(`${server.url}/gethired`);
  await page.getByLabel('UID').fill('superadmin');
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/adminexammanager$/);
}

async function upload(page: Page, name: string, rows: readonly FileQuestion[]) {
  await page
    .getByLabel('Question file')
    .setInputFiles({ name, mimeType: EXCEL, buffer: Buffer.from(toWorkbook(rows)) });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
}

/** The value of a date-time input in India for this instant. */
const inIndia = (time: number) => new Date(time + 330 * 60_000).toISOString().slice(0, 16);

async function callAs(candidate: PaidCandidate, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${candidate.token}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

/** Answers all questions of one type correctly and leaves the rest blank. */
async function sit(candidate: PaidCandidate, type: string) {
  const paper = z
    .array(candidateQuestionSchema)
    .parse(await callAs(candidate, `questions?type=${type}`));
  const names = ['OptionOne', 'OptionTwo', 'OptionThree', 'OptionFour'] as const;
  const answers = paper.map((item) => {
    const { options, right } = questions.find(({ text }) => text === item.Questions) ?? {};
    return {
      qid: item._id,
      answer: names.find((name) => item[name] === options?.[right ?? 0]) ?? '',
    };
  });
  const { uid, examId: examID } = candidate;
  await callAs(candidate, 'exams/submit-mcq', { uid, examID, answers });
}

test('from a question file to an exported exam with a published result', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Examination Manager' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);

  await test.step('upload questions: refused rows are named, and the corrected file is added', async () => {
    await page.getByRole('link', { name: 'Question Manager' }).click();
    await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
    const [first, ...others] = questions;
    if (!first) throw new Error('no questions');
    await upload(page, 'faulty.xlsx', [{ ...first, options: ['1', '1', '2', '3'] }, ...others]);
    const refused = page.getByRole('table', { name: 'Rows that will be refused (1)' });
    const cells = refused.getByRole('row').nth(1).getByRole('cell');
    await expect(cells.nth(0)).toHaveText('Questions');
    await expect(cells.nth(1)).toHaveText('2');
    await expect(cells.nth(2)).toHaveText('OptionTwo (C2)');
    await expect(cells.nth(3)).not.toBeEmpty();
    const wide = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ width: 360, height: 800 });
    const frame = page.getByRole('region', { name: 'Rows that will be refused (1)' });
    expect(await hiddenWidth(frame), 'reasons are out of a phone’s sight').toBe(0);
    const title = await frame.locator('caption').boundingBox();
    expect(title?.width, 'the title is as wide as the cards').toBeGreaterThan(250);
    await page.setViewportSize(wide);
    await expect(
      page.getByRole('button', { name: 'Add only the 6 valid questions' }),
    ).toBeVisible();
    const reported = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download report' }).click();
    expect((await reported).suggestedFilename()).toBe('faulty-report.csv');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();

    await upload(page, 'sound.xlsx', questions);
    await expect(page.getByText('7 questions can be added')).toBeVisible();
    const samples = page.getByRole('region', { name: 'How a candidate will see them' });
    await expect(samples.getByRole('figure')).toHaveCount(3);
    await expect(samples.getByRole('figure').first()).toContainText(first.text);
    await page.getByRole('button', { name: 'Add 7 questions' }).click();
    await expect(page.getByText('7 questions were added')).toBeVisible();
    await page.getByRole('button', { name: 'Upload another file' }).click();
    await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
    await page.getByLabel('Type').selectOption('Lakes');
    await expect(page.getByText('3 questions', { exact: true })).toBeVisible();
  });

  await test.step('correct a question in its row; deleting asks first, and can be cancelled', async () => {
    await page.getByPlaceholder('Search questions...').fill('what is 2 times');
    await expect(page.getByText('1 question', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('OptionFour').fill('=7*7');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('cell', { name: '=7*7' })).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    const ask = page.getByRole('dialog', { name: 'Delete this row?' });
    await expect(ask).toContainText('Lakes: what is 2 times 4?');
    await expect(ask).toContainText('A question that no paper has is gone for good.');
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('cell', { name: '=7*7' })).toBeVisible();
  });

  await test.step('see what the question said before; archive it and undo that', async () => {
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'History' }).click();
    const told = page.getByRole('dialog', { name: 'History' });
    await expect(told.getByText('It isn’t in any paper yet.')).toBeVisible();
    await expect(told.getByRole('listitem').first()).toContainText(/Changed .*OptionFour=7\*7/);
    await expectAccessible(page);
    await told.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await expect(page.getByText('was archived.')).toBeVisible();
    await expect(page.getByText('0 questions', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('cell', { name: '=7*7' })).toBeVisible();
  });

  await test.step('download all questions', async () => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all questions' }).click();
    expect((await waiting).suggestedFilename()).toBe('questions.xlsx');
  });

  const dialog = page.getByRole('dialog');
  await test.step('create an exam; a section that asks for more than the bank has is marked', async () => {
    await page.getByRole('link', { name: 'Exam Manager' }).click();
    await page.getByRole('button', { name: 'Create Exam' }).click();
    await expect(dialog.getByLabel('Duration')).toHaveValue('60');
    await dialog.getByLabel('Exam Name').fill(NAME);
    await dialog.getByLabel('Price').fill('450.5');
    await dialog.getByLabel('Start').fill(inIndia(Date.now() - 60_000));
    await dialog.getByLabel('Section 1 type').selectOption('Rivers');
    await dialog.getByLabel('Section 1 questions').fill('5');
    await expect(dialog.getByText('You want 5, but the bank has 4.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Create Exam' }).click();
    await expect(dialog.getByText('The exam wasn’t saved')).toBeVisible();
    await expect(dialog.getByLabel('Section 1 questions')).toBeFocused();
    await expectAccessible(page);
    await dialog.getByLabel('Section 1 questions').fill('4');
    await dialog.getByLabel('Section 2 type').selectOption('Lakes');
    await dialog.getByLabel('Section 2 questions').fill('2');
    await dialog.getByRole('button', { name: 'Create Exam' }).click();
    await expect(dialog).toHaveCount(0);
  });

  const row = page.getByRole('row', { name: NAME });
  await test.step('find the exam and edit it: ten sections, the start to the minute', async () => {
    await page.getByPlaceholder('Search exams...').fill('desk OFFICER');
    await expect(row).toContainText('₹450.50');
    await row.getByRole('button', { name: 'Edit' }).click();
    await expect(dialog.getByRole('heading', { name: 'Edit Exam' })).toBeVisible();
    await expect(dialog.getByLabel('Section 1 type')).toHaveValue('Rivers');
    await expect(dialog.getByLabel('Section 10 questions')).toHaveValue('0');
    expect((await dialog.getByLabel('Start').inputValue()).length).toBe(16);
    await dialog.getByLabel('Price').fill('500');
    await dialog.getByRole('button', { name: 'Update Exam' }).click();
    await expect(row).toContainText('₹500');
  });

  await test.step('see the participants in every column, and export the same as the screen shows', async () => {
    const site = await examSite(server);
    const examId = await findExam(page);
    const sat = await site.paidCandidate(examId);
    await sit(sat, 'Rivers');
    await site.paidCandidate(examId);

    await page.getByRole('link', { name: 'Exam Score' }).click();
    await expect(page.getByRole('button', { name: 'Export to Excel' })).toHaveCount(0);
    await page.getByLabel('Select Exam').selectOption({ label: NAME });
    const table = page.getByRole('table', { name: `Participants of ${NAME}` });
    await expect(table.getByRole('row')).toHaveCount(3);
    const shown = await table
      .getByRole('row')
      .evaluateAll((rows) =>
        rows.map((each) => [...each.querySelectorAll('th, td')].map((cell) => cell.textContent)),
      );
    const [head = [], ...people] = shown;
    expect(head.slice(-4)).toEqual(['Total', 'Rivers', 'Lakes', 'Documents']);
    const rivers = questions.filter(({ type }) => type === 'Rivers');
    const marks = String(rivers.reduce((sum, { weightage }) => sum + weightage * 100, 0) / 100);
    expect(people[0]?.slice(-5)).toEqual(['Completed', marks, marks, '0', 'No Docs']);
    expect(people[1]?.slice(-5)).toEqual(['Fees Paid', '-', '-', '-', 'No Docs']);

    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to Excel' }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toBe('Desk_Officer_Assessment_Participants.xlsx');
    const book = read(await readFile(await file.path()));
    expect(book.SheetNames).toEqual(['Participants']);
    const sheet = book.Sheets.Participants;
    if (!sheet) throw new Error('no sheet Participants');
    const exported = utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
    const wanted = ['Name', 'Email', 'Mobile', 'Status', 'Documents', 'Rivers', 'Lakes'];
    expect(exported[0]).toEqual(wanted);
    expect(exported.slice(1).map((cells) => cells.map(String))).toEqual(
      people.map((cells) => wanted.map((name) => cells[head.indexOf(name)])),
    );
  });

  await test.step('publish the result PDF, open it, and delete it after a question', async () => {
    await page.getByRole('link', { name: 'Result Manager' }).click();
    await expect(row).toContainText('No PDF');
    await row.getByLabel('Choose PDF').setInputFiles({
      name: 'result.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('this is no PDF'),
    });
    await expect(row.getByRole('alert')).toBeVisible();
    await row
      .getByLabel('Choose PDF')
      .setInputFiles({ name: 'result.pdf', mimeType: 'application/pdf', buffer: makePdf() });
    const link = row.getByRole('link', { name: 'View PDF' });
    await expect(link).toHaveAttribute('target', '_blank');
    const pdf = await page.request.get(server.url + (await link.getAttribute('href')));
    expect(pdf.headers()['content-type']).toBe('application/pdf');
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Delete' }).click();
    const ask = page.getByRole('dialog', { name: 'Delete this result PDF?' });
    await expect(ask).toContainText(NAME);
    await ask.getByRole('button', { name: 'Delete' }).click();
    await expect(row).toContainText('No PDF');
  });

  await test.step('once a candidate has taken the exam, its rules are locked and say why, but the price can change', async () => {
    await page.getByRole('link', { name: 'Exam Manager' }).click();
    await row.getByRole('button', { name: 'Edit' }).click();
    for (const label of ['Format', 'Duration', 'Time runs', 'Section 1 type'])
      await expect(dialog.getByLabel(label, { exact: true })).toBeDisabled();
    await expect(dialog.getByLabel('Format', { exact: true })).toHaveAccessibleDescription(
      /candidates have already taken this exam/,
    );
    await expectAccessible(page);
    await dialog.getByLabel('Price').fill('550');
    await dialog.getByRole('button', { name: 'Update Exam' }).click();
    await expect(row).toContainText('₹550');
  });

  await test.step('archive the exam and undo that; find it among the archived and bring it back', async () => {
    const undo = page.getByRole('button', { name: 'Undo' });
    const archive = async () => {
      await row.getByRole('button', { name: 'More' }).click();
      await row.getByRole('button', { name: 'Archive' }).click();
      const ask = page.getByRole('dialog', { name: 'Archive this exam anyway?' });
      await expect(ask).toContainText('1 candidate paid and not finished.');
      await ask.getByRole('button', { name: 'Archive' }).click();
      await expect(page.getByText(`“${NAME}” was archived.`)).toBeVisible();
      await expect(row).toHaveCount(0);
    };
    await archive();
    await expect(undo).toBeFocused();
    await undo.press('Enter');
    await expect(row).toContainText('Active');
    await archive();
    await page.getByLabel('Show').selectOption('Archived');
    await expect(row).toContainText('Archived');
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Bring back' }).click();
    await expect(page.getByText(`“${NAME}” was brought back.`)).toBeVisible();
    await page.getByLabel('Show').selectOption({ label: 'All exams' });
    await expect(row).toContainText('Active');
  });

  await test.step('delete the exam after reading who has paid; undo that, bring it back from the deleted, delete it again; log out', async () => {
    const remove = async () => {
      await row.getByRole('button', { name: 'Delete' }).click();
      for (const title of ['Delete this exam?', 'Delete this exam anyway?']) {
        const ask = page.getByRole('dialog', { name: title });
        if (title.includes('anyway'))
          await expect(ask).toContainText('1 candidate paid and not finished.');
        await ask.getByRole('button', { name: 'Delete' }).click();
      }
      await expect(page.getByText(`“${NAME}” was deleted.`)).toBeVisible();
      await expect(row).toHaveCount(0);
    };
    await remove();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toContainText('Active');
    await remove();
    await page.reload();
    await page.getByLabel('Show').selectOption('Deleted');
    await expect(row).toContainText('Deleted');
    await expect(row.getByRole('button', { name: 'Edit' })).toHaveCount(0);
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Bring back' }).click();
    await expect(page.getByText(`“${NAME}” was brought back.`)).toBeVisible();
    await page.getByLabel('Show').selectOption({ label: 'All exams' });
    await remove();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });
});

test('an import of the wrong file can be taken back completely, unless a candidate has begun a paper with it [decision 57]', async ({
  page,
}) => {
  await openDesk(page, server, '/adminuploadexcel');
  const dialog = page.getByRole('dialog');
  const importOf = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });

  await upload(page, 'wrong-file.xlsx', makeQuestions('Mistaken', 3));
  await page.getByRole('button', { name: 'Add 3 questions' }).click();
  await page.getByRole('button', { name: 'Upload another file' }).click();
  await page.goto(`${server.url}/adminuploadexcel?search=Mistaken`);
  await expect(page.getByText('3 questions', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Imports' }).click();
  await expect(importOf('wrong-file.xlsx')).toContainText('3 questions in the bank');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Take back wrong-file.xlsx' }).click();
  await expect(dialog).toHaveAccessibleName('Take back “wrong-file.xlsx”?');
  await expectAccessible(page);
  await expect(dialog).toContainText('No upcoming exam uses questions of their types.');
  await dialog.getByRole('button', { name: 'Take back 3 questions' }).click();
  await expect(dialog.getByText('Please fill this in.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back to the imports' }).click();
  await expect(dialog).toHaveAccessibleName('Imports');
  await dialog.getByRole('button', { name: 'Take back wrong-file.xlsx' }).click();
  await dialog.getByLabel('Reason').fill('Last year’s questions');
  await dialog.getByRole('button', { name: 'Take back 3 questions' }).click();
  await expect(dialog.getByText('3 questions of “wrong-file.xlsx” left the bank.')).toBeVisible();
  await expect(importOf('wrong-file.xlsx')).toContainText(/Taken back on/);
  await expect(importOf('wrong-file.xlsx').getByRole('button')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('No questions found.')).toBeVisible();

  const sat = makeQuestions('Sat already', 2);
  await upload(page, 'sat-already.xlsx', sat);
  await page.getByRole('button', { name: 'Add 2 questions' }).click();
  await expect(page.getByText('2 questions were added')).toBeVisible();
  const site = await examSite(server);
  const examId = await site.createExam({
    name: 'Exam of Sat already',
    startDate: new Date(Date.now() - 60_000),
    minutes: 30,
    sections: [{ type: 'Sat already', count: 2 }],
  });
  await callAs(await site.paidCandidate(examId), 'questions?type=Sat%20already');
  await page.getByRole('button', { name: 'Imports' }).click();
  await dialog.getByRole('button', { name: 'Take back sat-already.xlsx' }).click();
  await expect(dialog).toContainText('of their types: “Exam of Sat already”.');
  await dialog.getByLabel('Reason').fill('The wrong file');
  await dialog.getByRole('button', { name: 'Take back 2 questions' }).click();
  await expect(dialog.getByText('The import wasn’t taken back')).toBeVisible();
  await expect(dialog.getByText(/^1 candidate has begun a paper/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Back to the imports' }).click();
  await expect(importOf('sat-already.xlsx')).toContainText('2 questions in the bank');
});

test('an import whose reply was lost may have finished: the list shows what is there, and nothing is added twice', async ({
  page,
}) => {
  await openDesk(page, server, '/adminuploadexcel?search=Harbours');
  await upload(page, 'harbours.xlsx', makeQuestions('Harbours', 3));
  const add = page.getByRole('button', { name: 'Add 3 questions' });
  await expect(add).toBeVisible();
  await page.route(
    '**/questions/upload',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await add.click();
  await expect(page.getByText('The import may have finished')).toBeVisible();
  await expect(page.getByText('3 questions', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await add.click();
  await expect(page.getByText('Nothing was added')).toBeVisible();
});

test('a result PDF that is being uploaded is not joined by another one', async ({ page }) => {
  const name = 'Result Dropped Twice';
  const site = await examSite(server);
  await site.createExam({ name, startDate: new Date(), minutes: 30, sections: [] });
  await openDesk(page, server, `/adminexampdfmanager?search=${encodeURIComponent(name)}`);
  let uploads = 0;
  await page.route('**/exams/upload-result/*', async (route) => {
    uploads += 1;
    await second;
    await route.continue();
  });
  let drop = () => {};
  const second = new Promise<void>((resolve) => {
    drop = resolve;
  });
  const row = page.getByRole('row', { name });
  const give = (file: string) =>
    row
      .locator('input[type=file]')
      .setInputFiles({ name: file, mimeType: 'application/pdf', buffer: makePdf() });
  await give('first.pdf');
  await expect(row.getByText('first.pdf')).toBeVisible();
  await give('second.pdf');
  drop();
  await expect(row.getByRole('link', { name: 'View PDF' })).toBeVisible();
  expect(uploads).toBe(1);
});

test('a description is written in the editor, cleaned by the server and read by candidates, and a copy keeps it', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog');
  const editor = dialog.getByRole('textbox', { name: 'Description' });
  const name = 'Described Assessment';
  await openDesk(page, server);

  await test.step('write by keyboard: bold, a heading, a list, undo, a link', async () => {
    await page.getByRole('button', { name: 'Create Exam' }).click();
    await dialog.getByLabel('Exam Name').fill(name);
    await dialog.getByLabel('Start').fill(inIndia(Date.now() + 86_400_000));
    await editor.click();
    await page.keyboard.type('Bring a ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('blue pen');
    await page.keyboard.press('Alt+F10');
    await expect(dialog.getByRole('button', { name: 'Bold' })).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Bold' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.keyboard.press('Enter');
    await expect(editor).toBeFocused(); // the toolbar gives the focus back a moment later
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Alt+3');
    await page.keyboard.type('Pattern');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Shift+8');
    await page.keyboard.type('Forty questions');
    // Typing with a pause in between, as on a slow machine, is undone in several steps.
    let undone = 0;
    await expect(async () => {
      await page.keyboard.press('Control+z');
      undone += 1;
      await expect(editor).not.toContainText('Forty', { timeout: 1_000 });
    }).toPass();
    for (; undone > 0; undone -= 1) await page.keyboard.press('Control+y');
    await expect(editor).toContainText('Forty questions');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Please type a web or email address')).toBeVisible();
    await dialog.getByLabel('Link to').fill('example.com/syllabus');
    await expectAccessible(page);
    await expect(dialog.getByLabel('Link to')).toBeFocused(); // the editor has not taken the focus
    await page.keyboard.press('Enter');
    await expect(editor.getByRole('link')).toHaveAttribute('href', 'https://example.com/syllabus');
  });

  await test.step('paste text, which loses its styles', async () => {
    await page.keyboard.press('Control+End');
    await editor.evaluate((element) => {
      const clipboardData = new DataTransfer();
      const html =
        '<h1 style="color:red">Ignored looks</h1><p class="MsoNormal"><font color="red">Read <a href="javascript:alert(1)">this</a></font><script>alert(1)</script><img src="x"></p>' +
        // As Google Docs writes it: bold only by a style, inside a wrapper that says it isn't bold.
        '<b style="font-weight:normal"><p><span style="font-weight:700">Ten minutes</span> early</p></b>';
      clipboardData.setData('text/html', html);
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      element.dispatchEvent(paste);
    });
    await expect(editor).toContainText('Read this');
    await expect(editor.locator('strong', { hasText: 'Ten minutes' })).toHaveText('Ten minutes');
    await dialog.getByLabel('Section 1 type').selectOption('Aptitude');
    await dialog.getByLabel('Section 1 questions').fill('3');
    expect(await editor.locator('img, script, font, [style*="red"], a[href^="java"]').count()).toBe(
      0,
    );
    await dialog.getByRole('button', { name: 'Create Exam' }).click();
    await expect(dialog).toHaveCount(0);
  });

  const row = page.getByRole('row', { name });
  await test.step('preview the exam on a phone, which stores nothing', async () => {
    await row.getByRole('button', { name: 'More' }).press('ArrowDown');
    await expect(row.getByRole('link', { name: 'Preview' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    const phone = page.frameLocator('iframe[title="The exam on a phone"]');
    await phone.getByRole('button', { name: 'Know More' }).click();
    await expect(phone.getByRole('dialog')).toContainText('Forty questions');
    await phone.getByRole('button', { name: 'Close' }).click();
    await phone.getByRole('button', { name: 'Apply Now' }).click();
    await phone.getByRole('button', { name: 'Start exam' }).click();
    await expect(phone.getByText('Nothing you do here is saved or sent.')).toBeVisible();
    await phone.getByRole('radio').first().check();
    await phone.getByRole('button', { name: 'Save & next' }).click();
    await expect(phone.getByRole('button', { name: 'Question 1, answered' })).toBeVisible();
    await expectAccessible(page);
    await phone.getByRole('button', { name: 'Submit exam' }).click();
    await phone.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(phone.getByText('nothing was saved')).toBeVisible();
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
    await page.getByRole('link', { name: 'Exam Manager' }).first().click();
  });

  await test.step('duplicate the exam; the copy exists only after Create is pressed', async () => {
    await row.getByRole('button', { name: 'More' }).click();
    await row.getByRole('button', { name: 'Duplicate' }).click();
    await expect(dialog.getByLabel('Exam Name')).toHaveValue(`Copy of ${name}`);
    await expect(dialog.getByLabel('Status')).toHaveValue('Inactive');
    await expect(dialog.getByLabel('Start')).toHaveValue('');
    await expect(editor).toContainText('Forty questions');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('row', { name: `Copy of ${name}` })).toHaveCount(0);
    await row.getByRole('button', { name: 'More' }).click();
    await row.getByRole('button', { name: 'Duplicate' }).click();
    await dialog.getByLabel('Start').fill(inIndia(Date.now() + 86_400_000));
    await dialog.getByRole('button', { name: 'Create Exam' }).click();
    await expect(page.getByRole('row', { name: `Copy of ${name}` })).toContainText('Inactive');
  });

  await test.step('candidates read the description, and nothing in it runs', async () => {
    await page.goto(`${server.url}/onlineassessment`);
    const card = page.getByRole('article', { name });
    await expect(card).toContainText('Bring a blue pen Pattern Forty questions');
    await card.getByRole('button', { name: 'Know More' }).click();
    await expect(dialog.locator('strong')).toHaveText(['blue pen', 'Ten minutes']);
    await expect(dialog.getByRole('heading', { name: 'Pattern' })).toBeVisible();
    await expect(dialog.getByRole('listitem').first()).toContainText('Forty questions');
    await expect(dialog.getByRole('link', { name: 'example.com/syllabus' })).toHaveAttribute(
      'rel',
      /nofollow/,
    );
  });
});

test('by keyboard alone: Escape asks before typed text is lost', async ({ page }) => {
  await openDesk(page, server);
  const open = page.getByRole('button', { name: 'Create Exam' });
  await open.focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Exam Name').focus();
  await page.keyboard.type('Half an exam');
  await page.keyboard.press('Escape');
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(ask).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Exam Name')).toHaveValue('Half an exam');
  await page.keyboard.press('Escape');
  await ask.getByRole('button', { name: 'Leave' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(open).toBeFocused();
});

test('by keyboard alone: Escape in the description closes the link field first, and then the window', async ({
  page,
}) => {
  await openDesk(page, server);
  const window = page.getByRole('dialog', { name: 'Create Exam' });
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' });
  const editor = window.getByRole('textbox', { name: 'Description' });
  const address = window.getByLabel('Link to');
  await page.getByRole('button', { name: 'Create Exam' }).click();
  await editor.focus();
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();

  await page.getByRole('button', { name: 'Create Exam' }).click();
  await editor.focus();
  await page.keyboard.type('Bring a pen');
  // This holds wherever in the editor the focus is.
  for (const place of [address, editor, window.getByRole('button', { name: 'Bold' })]) {
    await editor.focus();
    await page.keyboard.press('Control+k');
    await expect(address).toBeFocused();
    await place.focus();
    await page.keyboard.press('Escape');
    await expect(address).toBeHidden();
    await expect(ask).toBeHidden();
    await expect(editor).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(ask).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ask).toBeHidden();
  await expect(editor).toHaveText('Bring a pen');
});

test('the exam’s window asks before losing what was written in the editor or chosen in a section, but not after only looking', async ({
  page,
}) => {
  const name = 'Asked before it is lost';
  const site = await examSite(server);
  await site.upload(makeQuestions('Lost', 2));
  await site.createExam({
    name,
    startDate: new Date(Date.now() + 86_400_000),
    minutes: 30,
    sections: [{ type: 'Lost', count: 2 }],
  });
  await openDesk(page, server);
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  const form = page.getByRole('dialog', { name: 'Edit Exam' });
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' });
  const open = async () => {
    await row.getByRole('button', { name: 'Edit' }).click();
    // Both load after the form.
    await expect(form.getByRole('toolbar')).toBeVisible();
    await expect(form.getByLabel('Section 10 type').locator('option')).not.toHaveCount(1);
  };
  const leave = async () => {
    await form.getByRole('button', { name: 'Close' }).click();
    await ask.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await open();
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await open();
  await form.getByRole('textbox', { name: 'Description' }).pressSequentially('More of it. ');
  await leave();
  await open();
  await form.getByLabel('Section 10 type').selectOption({ index: 1 });
  await leave();
});

test('an exam without questions says so in its form and in the list, but a DOC Upload exam needs none', async ({
  page,
}) => {
  const name = `Without any question ${Date.now()}`;
  const site = await examSite(server);
  await site.upload(makeQuestions('Any', 2));
  await site.createExam({ name, startDate: new Date(), minutes: 30, sections: [] });
  await openDesk(page, server);
  await page.getByPlaceholder('Search exams...').fill(name);
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect(row).toContainText('Candidates can’t start it without questions.');
  await row.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Exam' });
  const warning = form.getByText('No questions yet');
  await expect(warning).toBeVisible();
  await form.getByLabel('Format', { exact: true }).selectOption('DOC Upload');
  await expect(warning).toHaveCount(0);
  await form.getByLabel('Format', { exact: true }).selectOption('MIX');
  await expect(warning).toBeVisible();
  await form.getByLabel('Section 1 type').selectOption('Any');
  await form.getByLabel('Section 1 questions').fill('2');
  await expect(warning).toHaveCount(0);
  await form.getByRole('button', { name: 'Update Exam' }).click();
  await expect(form).toHaveCount(0);
  await expect(row).not.toContainText('Without questions');
});

test('the price of an exam that was taken can change even if one of its sections has a type and no questions', async ({
  page,
}) => {
  const type = 'Bays';
  const site = await examSite(server);
  await site.upload(makeQuestions(type, 2));
  const name = 'Exam of an Older Form';
  const examId = await site.createExam({
    ...{ name, startDate: new Date(Date.now() - 60_000), minutes: 30 },
    sections: [
      { type, count: 2 },
      { type, count: 0 },
    ],
  });
  const candidate = await site.paidCandidate(examId);
  await callAs(candidate, `questions?type=${type}`);
  await openDesk(page, server, '/adminexammanager');
  const row = page.getByRole('row', { name });
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Price').fill('550');
  await dialog.getByRole('button', { name: 'Update Exam' }).click();
  await expect(row).toContainText('₹550');
});

test('a window of the office asks before losing what was typed or chosen in it, and only then', async ({
  page,
}) => {
  await openDesk(page, server, '/admincandidates');
  const open = page.getByRole('button', { name: 'Add candidate' });
  const form = page.getByRole('dialog', { name: 'Add candidate' });
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' });
  await open.click();
  await form.getByRole('searchbox').fill('looked for, not typed');
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await open.click();
  await form.getByLabel('Reason').fill('Came to the counter');
  await form.getByRole('button', { name: 'Close' }).click();
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByLabel('Reason')).toHaveValue('Came to the counter');
  await page.keyboard.press('Escape');
  await ask.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(open).toBeFocused();
  await open.click();
  await form.getByRole('radio').first().check();
  await page.keyboard.press('Escape');
  await expect(ask).toBeVisible();
});

/** The id of the only exam that the search leaves in the list. */
async function findExam(page: Page): Promise<string> {
  const id = await page
    .getByRole('rowheader', { name: NAME })
    .locator('[id^="exam-"]')
    .getAttribute('id');
  return (id ?? '').replace('exam-', '');
}
