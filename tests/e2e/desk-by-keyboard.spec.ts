/**
 * The administrator's main path without a mouse: from a question file to a scored, exported exam with a published result.
 * Every element is reached with Tab, and the focus must be visible at each.
 */
import { readFile } from 'node:fs/promises';
import { devices, expect } from '@playwright/test';
import { read, utils } from 'xlsx';
import { makePdf } from '#tests/support/make-hostile-uploads.ts';
import { addProctor, openAdminSession, openDesk } from './support/admin-session.ts';
import { examSite } from './support/exam-site.ts';
import { chooseFile, chooseIn, pressAt, tabTo, typeInto, typeTime } from './support/keyboard.ts';
import { makeQuestions, toWorkbook } from './support/question-file.ts';
import { ADMIN_PASSWORD } from './support/running-server.ts';
import { sitExam } from './support/sitting-page.ts';
import { server, shareServer, test } from './support/test.ts';

const { defaultBrowserType: _, ...desktop } = devices['Desktop Chrome'];
test.use({ ...desktop, viewport: { width: 1440, height: 900 } });

shareServer();

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const NAME = 'Zonal Officer Assessment';
const questions = makeQuestions('Ravines', 3);

/** The value of a date-time input in India for this instant. */
const inIndia = (time: number) => new Date(time + 330 * 60_000).toISOString().slice(0, 16);

test('from an Excel file to a published result by keyboard alone', async ({ page }) => {
  const { keyboard } = page;
  const goTo = (name: string) => pressAt(page, page.getByRole('link', { name }), { back: true });

  await test.step('sign in', async () => {
    await page.goto(`${server.url}/gethired`);
    await typeInto(page, page.getByLabel('UID'), 'SuperAdmin');
    await typeInto(page, page.getByLabel('Password', { exact: true }), ADMIN_PASSWORD);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Examination Manager' })).toBeVisible();
  });

  await test.step('the skip link skips the sidebar', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Examination Manager' })).toBeVisible();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Create Exam' }), { within: 1 });
  });

  await test.step('choose a question file, look at its preview, and add it', async () => {
    await goTo('Question Manager');
    await expect(page.getByRole('heading', { name: 'Question Manager' })).toBeVisible();
    await chooseFile(page, page.getByLabel('Question file'), {
      name: 'ravines.xlsx',
      mimeType: EXCEL,
      buffer: Buffer.from(toWorkbook(questions)),
    });
    await pressAt(page, page.getByRole('button', { name: 'Upload', exact: true }), { within: 3 });
    await expect(page.getByText('3 questions can be added')).toBeVisible();
    await pressAt(page, page.getByRole('button', { name: 'Add 3 questions' }), { within: 3 });
    await expect(page.getByText('3 questions were added')).toBeVisible();
  });

  const dialog = page.getByRole('dialog');
  await test.step('create an exam; the focus returns to where it started', async () => {
    await goTo('Exam Manager');
    const create = page.getByRole('button', { name: 'Create Exam' });
    await pressAt(page, create, { within: 3 });
    await expect(dialog.getByRole('heading', { name: 'Create Exam' })).toBeVisible();
    await typeInto(page, dialog.getByLabel('Exam Name'), NAME);
    await typeInto(page, dialog.getByLabel('Price'), '500');
    await typeTime(page, dialog.getByLabel('Start'), inIndia(Date.now() - 60_000));
    await tabTo(page, dialog.getByRole('textbox', { name: 'Description' }));
    await keyboard.type('Bring a pen.');
    await chooseIn(page, dialog.getByLabel('Section 1 type'), 'Ravines');
    await typeInto(page, dialog.getByLabel('Section 1 questions'), '3');
    await pressAt(page, dialog.getByRole('button', { name: 'Create Exam' }));
    await expect(page.getByText(`“${NAME}” was created.`)).toBeVisible();
    await expect(create).toBeFocused();
  });

  const row = page.getByRole('row', { name: NAME });
  await test.step('find the exam and open it again', async () => {
    await typeInto(page, page.getByPlaceholder('Search exams...'), 'zonal');
    await expect(page.getByText('1 exam', { exact: true })).toBeVisible();
    await pressAt(page, row.getByRole('button', { name: 'Edit' }));
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toContainText(
      'Bring a pen.',
    );
    await keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(row.getByRole('button', { name: 'Edit' })).toBeFocused();
  });

  const site = await examSite(server);
  const named = await row.locator('[id^="exam-"]').getAttribute('id');
  const candidate = await site.paidCandidate((named ?? '').replace('exam-', ''));
  await sitExam(server, candidate, questions, 'Ravines');

  await test.step('the exam’s participants are scored and exported', async () => {
    await goTo('Exam Score');
    await chooseIn(page, page.getByLabel('Select Exam'), NAME);
    const cells = page.getByRole('row', { name: candidate.uid }).or(
      page
        .getByRole('table', { name: `Participants of ${NAME}` })
        .getByRole('row')
        .nth(1),
    );
    await expect(cells.first()).toContainText('Completed');
    const download = page.waitForEvent('download');
    await pressAt(page, page.getByRole('button', { name: 'Export to Excel' }));
    const file = await download;
    expect(file.suggestedFilename()).toBe('Zonal_Officer_Assessment_Participants.xlsx');
    const sheet = read(await readFile(await file.path())).Sheets.Participants;
    if (!sheet) throw new Error('no sheet Participants');
    const [person] = utils.sheet_to_json<Record<string, unknown>>(sheet);
    expect(person).toMatchObject({ Status: 'Completed', Documents: 'No Docs' });
    const marks = questions.reduce((sum, { weightage }) => sum + weightage * 100, 0) / 100;
    expect(Number(person?.Ravines)).toBe(marks);
  });

  await test.step('the result is published as a PDF, and the public page shows it', async () => {
    await goTo('Result Manager');
    await typeInto(page, page.getByPlaceholder('Search exams...'), 'zonal');
    await expect(page.getByText('1 exam', { exact: true })).toBeVisible();
    await chooseFile(page, row.getByLabel('Choose PDF'), {
      name: 'result.pdf',
      mimeType: 'application/pdf',
      buffer: makePdf(),
    });
    await expect(page.getByText(`The result PDF of “${NAME}” is published.`)).toBeVisible();
    await expect(row.getByLabel('Replace PDF')).toBeFocused();
    await pressAt(page, page.getByRole('button', { name: 'Logout' }), { back: true });
    await expect(page).toHaveURL(`${server.url}/`);
    await page.goto(`${server.url}/results`);
    const link = page.getByRole('link', { name: `View PDF of ${NAME}` });
    await tabTo(page, link);
    const pdf = await page.request.get(server.url + (await link.getAttribute('href')));
    expect(pdf.headers()['content-type']).toBe('application/pdf');
  });
});

test.describe('in a row of a table', () => {
  test.use({ serviceWorkers: 'block' });

  test('a question is corrected and deleted by keyboard, and the focus is never lost', async ({
    page,
  }) => {
    const site = await examSite(server);
    await site.upload(makeQuestions('Gullies', 2));
    await openDesk(page, server, '/adminuploadexcel');
    const lost = () => page.evaluate(() => document.activeElement === document.body);

    await typeInto(page, page.getByPlaceholder('Search questions...'), 'Gullies');
    await expect(page.getByText('2 questions', { exact: true })).toBeVisible();
    const edit = page.getByRole('button', { name: 'Edit' }).first();
    await pressAt(page, edit);
    const form = page.getByRole('form', { name: 'Edit this question' });
    await expect(form.getByLabel('Questions')).toBeFocused();
    await typeInto(page, form.getByLabel('Weightage'), '7');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Question saved.')).toBeVisible();
    await expect(edit).toBeFocused();

    await pressAt(page, page.getByRole('button', { name: 'Delete' }).first(), { within: 1 });
    const ask = page.getByRole('dialog', { name: 'Delete this row?' });
    await pressAt(page, ask.getByRole('button', { name: 'Delete' }), { within: 4 });
    await expect(page.getByText('1 question', { exact: true })).toBeVisible();
    await expect.poll(lost).toBe(false);

    // The form ends where its frame does: one pixel more would scroll, and on a desktop the scroll bar would cover the ends of its fields.
    await pressAt(page, edit);
    await expect(form).toBeVisible();
    const over = await form.evaluate((element) => {
      const frame = element.closest('section');
      return frame && frame.scrollHeight - frame.clientHeight;
    });
    expect(over).toBe(0);
  });
});

test('when a press removes its own button in a window, the focus stays where the button was', async ({
  page,
}) => {
  const site = await examSite(server);
  await site.upload(makeQuestions('Plateaus', 2));
  const examId = await site.createExam({
    name: 'Plateau Assessment',
    startDate: new Date(Date.now() + 3_600_000),
    minutes: 30,
    sections: [{ type: 'Plateaus', count: 2 }],
  });
  const admin = await openAdminSession(server);
  const { uid } = await addProctor(server, admin, 'Kavitha Plateau');
  await page.route(/\/api\/v1\/staff/, (route) => route.fulfill({ status: 503 }));
  await openDesk(page, server, `/adminstaff?search=${uid}`);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute(/\/api\/v1\/staff/);
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const window = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Exams', exact: true }).focus();
  await page.keyboard.press('Enter');

  await typeInto(page, window.getByPlaceholder('Search exams...'), 'Plateau');
  const found = window.getByRole('list', { name: 'Exams found' }).getByRole('listitem');
  await expect(found).toHaveCount(1);
  await pressAt(page, found.getByRole('button', { name: 'Add' }), { within: 1 });
  await expect(window.getByRole('status').getByText('The exam was added.')).toBeVisible();
  await expect(found).toBeFocused();
  await expect(found).toContainText('Assigned');

  const rooms = window.getByRole('form', { name: 'Plateau Assessment' });
  await tabTo(page, rooms.getByLabel('Rooms'));
  await page.keyboard.type('North');
  await pressAt(page, rooms.getByRole('button', { name: 'Save rooms' }), { within: 1 });
  await expect(window.getByRole('status').getByText('The rooms were saved.')).toBeVisible();
  await expect(rooms).toBeFocused();
  await pressAt(page, window.getByRole('button', { name: 'Remove' }), { within: 2 });
  await expect(window.getByText('No exams assigned yet.')).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('DIV');

  await openDesk(page, server, `/adminmeritlist/${examId}`);
  await page.getByRole('button', { name: 'Change rules' }).focus();
  await page.keyboard.press('Enter');
  const up = window.getByRole('button', { name: 'Fewer wrong answers: up' });
  await pressAt(page, up);
  await expect(up).toBeFocused();
  await expect(window.getByRole('listitem').first()).toContainText('Fewer wrong answers');
  const leaveOut = window.getByRole('button', { name: 'Fewer wrong answers: leave out' });
  await pressAt(page, leaveOut, { within: 1 });
  await expect(leaveOut).toHaveCount(0);
  await expect(window.getByRole('group', { name: 'Ties' }).getByRole('list')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
});
