/**
 * A shift on a cell, run by the office at two desks: the cell is named, its candidates are transferred by the roster, their
 * results come back as a file, and a receipt of the cell is checked on the main site (docs/SCALE.md, decision 87).
 */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { ownSittingsSchema } from '#contract/wire/results.ts';
import { sessionReplySchema } from '#contract/wire/users.ts';
import { expectAccessible } from './support/accessible.ts';
import { callApi, openDesk } from './support/admin-session.ts';
import { examSite } from './support/exam-site.ts';
import { makeQuestions } from './support/question-file.ts';
import { type RunningServer, strangeServer } from './support/running-server.ts';
import { sitExam } from './support/sitting-page.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

const questions = makeQuestions('Ferries', 2);
const sections = [{ type: 'Ferries', count: 2 }];
const MAIN = 'Ferry Clerk 2026';
const SHIFT = 'Ferry Clerk 2026, first shift';

async function openCells(page: Page, server: RunningServer, exam: string) {
  await openDesk(page, server, '/adminexamscore');
  await page.getByLabel('Select Exam').selectOption({ label: exam });
  await page.getByRole('button', { name: 'Cells', exact: true }).click();
}

async function saved(page: Page, press: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: press }).click(),
  ]);
  return { name: file.suggestedFilename(), buffer: await readFile(await file.path()) };
}

test('a shift on a cell: candidates are transferred by the roster, and results and receipts come back', async ({
  page,
  server,
}) => {
  const cell = await strangeServer();
  try {
    const [here, there] = [await examSite(server), await examSite(cell)];
    await here.upload(questions);
    await there.upload(questions);
    const startDate = new Date(Date.now() - 60_000);
    const exam = { startDate, minutes: 60, sections };
    const mainExam = await here.createExam({ ...exam, name: MAIN });
    await there.createExam({ ...exam, name: SHIFT });
    const candidate = await here.paidCandidate(mainExam);
    await here.paidCandidate(mainExam);
    await here.changeExam(mainExam, { status: 'Inactive' });
    await page.setViewportSize({ width: 1280, height: 800 });
    const dialog = page.getByRole('dialog');

    await test.step('the cell is named in Settings, and an address that isn’t a cell’s is refused', async () => {
      await openDesk(page, server, '/adminsettings');
      const addresses = page.getByLabel('Addresses of cells');
      await addresses.fill(`${cell.url}\nhttps://shift2.example.in/exam`);
      await page.getByRole('button', { name: 'Save cells' }).click();
      await expect(page.getByText('Please type each address like')).toBeVisible();
      await addresses.fill(cell.url);
      await page.getByRole('button', { name: 'Save cells' }).click();
      await expect(page.getByText('Saved.')).toBeVisible();
      await expectAccessible(page);
    });

    const roster = await test.step('the roster is downloaded', async () => {
      await openCells(page, server, MAIN);
      await expect(dialog).toContainText('2 candidates have paid but not taken');
      await expectAccessible(page);
      return saved(page, 'Download roster');
    });

    await test.step('the cell accepts the roster as it is', async () => {
      await openDesk(page, cell, '/admincandidates');
      await page.getByRole('button', { name: 'Add a list' }).click();
      const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
      await dialog
        .getByLabel('Spreadsheet, CSV or Word file')
        .setInputFiles({ ...roster, mimeType });
      await dialog.getByPlaceholder('Search exams...').fill('first shift');
      await dialog.getByRole('radio', { name: SHIFT }).check();
      await dialog.getByLabel(/^Paid by invoice/).fill('MAIN-1');
      await dialog.getByLabel('Reason').fill('First shift');
      await dialog.getByRole('button', { name: 'Check the list' }).click();
      await dialog.getByRole('button', { name: 'Add 2 candidates' }).click();
      await expect(page.getByText('2 candidates added.')).toBeVisible();
      await expect(page.getByRole('row', { name: new RegExp(candidate.uid) })).toBeVisible();
    });

    const code =
      await test.step('a candidate takes the exam on the cell with the UID they know', async () => {
        const { mobile } = JSON.parse(candidate.stored);
        const body = { uid: candidate.uid, password: await cell.passwordFor(mobile) };
        const { user, token } = sessionReplySchema.parse(
          await callApi(cell, 'auth/signin', { body }),
        );
        const chosen = { password: '', newPassword: 'a password of the cell' };
        await callApi(cell, 'auth/change-password', { token, body: chosen });
        const sitter = { uid: user.uid, token, examId: user.examID ?? '', stored: '' };
        await sitExam(cell, sitter, questions, 'Ferries');
        const sat = ownSittingsSchema.parse(await callApi(cell, 'sittings', { token }));
        return sat[0]?.receipt ?? '';
      });

    const results = await test.step('the cell’s results are downloaded', async () => {
      await openCells(page, cell, SHIFT);
      await expect(dialog).toContainText('1 result, signed by this server');
      return saved(page, 'Download results');
    });

    await test.step('a changed results file is refused, and the right one is brought in', async () => {
      await openCells(page, server, MAIN);
      const file = dialog.getByLabel('Results file of a cell');
      const mimeType = 'application/x-ndjson';
      const changed = Buffer.from(
        results.buffer.toString().replace('"documents":null', '"documents":100'),
      );
      await file.setInputFiles({ name: results.name, mimeType, buffer: changed });
      await dialog.getByRole('button', { name: 'Check the file' }).click();
      await expect(dialog).toContainText('This file was changed after the cell made it');
      await file.setInputFiles({ ...results, mimeType });
      await dialog.getByRole('button', { name: 'Check the file' }).click();
      await expect(dialog).toContainText('1 new, 0 changed, 0 here already, 0 refused');
      await dialog.getByRole('button', { name: 'Bring in 1 result' }).click();
      await expect(dialog).toContainText('1 result brought in');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Close' }).click();
      const record = page.locator(`[href="/admincandidates/${candidate.uid}"]`);
      const row = page.getByRole('row').filter({ has: record });
      await expect(row.getByText('Completed')).toBeVisible();
    });

    await test.step('a receipt of the cell is checked on the main site, even after the cell is gone', async () => {
      await cell.kill();
      await page.goto(`${server.url}/receipt`);
      await page.getByLabel('Receipt code').fill(code);
      await page.getByRole('button', { name: 'Check' }).click();
      await expect(page.getByText('This receipt is genuine')).toBeVisible();
      await expect(page.getByText(`received by ${cell.url}`)).toBeVisible();
    });
  } finally {
    await cell.stop();
  }
});
