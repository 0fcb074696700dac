/**
 * Whatever opens on the administrator's screens (windows, menus, rows being edited, later steps) is as sound as the
 * screens themselves, at a phone's width and a desk's, in the light and the dark theme.
 */
import { devices, expect, type Page } from '@playwright/test';
import { makePdf } from '#tests/support/make-hostile-uploads.ts';
import { paths } from '#web/shared/paths.ts';
import { expectAccessible } from './support/accessible.ts';
import { signedIn } from './support/admin-session.ts';
import { type FurnishedDesk, LONG_NAME } from './support/furnished-desk.ts';
import { toWorkbook } from './support/question-file.ts';
import { expectSound, hiddenWidth, listenTo, openScreen } from './support/sound-page.ts';
import { test } from './support/test.ts';

const { defaultBrowserType: _, ...desktop } = devices['Desktop Chrome'];
test.use({ ...desktop, viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });

let desk: FurnishedDesk;
test.beforeAll(({ desk: shared }) => {
  desk = shared;
});

let heard: string[];
test.beforeEach(async ({ context, page }) => {
  await signedIn(context, desk.server, desk.admin);
  heard = listenTo(page);
});
/** The browser logs every response that refuses or fails; the ones that a test provokes are expected. */
const askedFor = /status of (415|422)|ERR_INTERNET_DISCONNECTED/;
test.afterEach(() => expect(heard.filter((said) => !askedFor.test(said))).toEqual([]));

const go = (page: Page, path: string) => openScreen(page, desk.addressOf(path));
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();
const windowOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Expects the window of this name to be open, loaded and sound. */
async function expectWindow(page: Page, name: string | RegExp) {
  await expect(windowOf(page, name)).toBeVisible();
  await expect(windowOf(page, name).getByRole('status').filter({ hasText: /…$/ })).toHaveCount(0);
  await expectSound(page, String(name));
}

async function closeWindow(page: Page) {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('the menu on a phone is sound', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await go(page, paths.settings);
  await press(page, 'Menu');
  await expect(page.getByRole('link', { name: 'Activity' })).toBeVisible();
  await expectSound(page, 'menu');
});

test('the board of an exam with a long name shows a candidate on a phone’s first screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await go(page, paths.proctor);
  // Which exam is the next one depends on how long the earlier tests took.
  await page.getByRole('link', { name: LONG_NAME }).click();
  await expect(page.getByRole('heading', { name: LONG_NAME })).toBeVisible();
  const first = page.getByRole('table', { name: 'Candidates' }).getByRole('row').first();
  await expect(first.getByRole('heading')).toBeInViewport({ ratio: 1 });
});

test('the windows and the menu of the exams are sound', async ({ page }) => {
  await go(page, paths.examManager);
  await press(page, 'Create Exam');
  await windowOf(page, 'Create Exam').getByRole('button', { name: 'Create Exam' }).click();
  await expect(page.getByText('Please fill this in.').first()).toBeVisible();
  await expectWindow(page, 'Create Exam');
  await closeWindow(page);

  await press(page, 'Edit');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByRole('toolbar')).toBeVisible();
  await expectWindow(page, 'Edit Exam');
  await page.getByLabel('Exam Name').fill('Another name');
  await page.keyboard.press('Escape');
  await expectWindow(page, 'Leave without saving?');
  await windowOf(page, 'Leave without saving?').getByRole('button', { name: 'Leave' }).click();

  await press(page, 'Delete');
  await expectWindow(page, 'Delete this exam?');
  await closeWindow(page);

  await press(page, 'More');
  await expect(page.getByRole('link', { name: 'Preview' })).toBeVisible();
  await expectAccessible(page, { what: 'More' });
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expectWindow(page, 'Create Exam');
});

test('the steps of the preview are sound', async ({ page }) => {
  for (const step of ['instructions', 'exam', 'over']) {
    await page.goto(`${desk.addressOf(paths.examPreviewPhone)}?step=${step}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectSound(page, `preview, ${step}`);
  }
});

test('the preview of a question file, a question edited in its row and the window that deletes one are sound', async ({
  page,
}) => {
  await go(page, paths.questionManager);
  const [first, ...others] = desk.questions;
  if (!first) throw new Error('There are no questions.');
  await page.getByLabel('Question file').setInputFiles({
    name: 'a file with a rather long name, as offices have them, corrected (3) final.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(
      toWorkbook([
        { ...first, options: ['1', '1', '2', '3'] },
        { ...first, text: 'A new question about the tallest peak of the Eastern Ghats?' },
        ...others,
      ]),
    ),
  });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Preview of/ })).toBeVisible();
  await expectSound(page, 'preview of a file');
  await press(page, 'Add only the 1 valid question');
  await expect(page.getByText('added').first()).toBeVisible();
  await expectSound(page, 'questions added');

  await page.getByPlaceholder('Search questions...').fill('Eastern Ghats');
  await expect(page.getByText('1 question', { exact: true })).toBeVisible();
  await press(page, 'Edit');
  await page.getByLabel('Weightage').fill('many');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectSound(page, 'a question in its row');
  await press(page, 'Cancel');
  await press(page, 'Delete');
  await expectWindow(page, 'Delete this row?');
});

test('a list that fails to reload keeps the row that is being edited', async ({
  page,
  context,
}) => {
  await go(page, paths.questionManager);
  await press(page, 'Edit');
  await page.getByLabel('Weightage').fill('2.5');
  await context.setOffline(true);
  await page.getByPlaceholder('Search questions...').fill('Deccan');
  await expect(page.getByText(/The list below may be out of date\.$/)).toBeVisible();
  await expect(page.getByLabel('Weightage')).toHaveValue('2.5');
  await expectSound(page, 'a list that failed');
  await press(page, 'Try again');
  await expect(page.getByText(/The list below may be out of date\.$/)).toBeVisible();
  // Once the network is back, the list loads without a press, and what was typed stays.
  await context.setOffline(false);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('Weightage')).toHaveValue('2.5');
});

test('a refused result file and the window that deletes one are sound', async ({ page }) => {
  await go(page, paths.resultManager);
  const choose = (buffer: Buffer) =>
    page
      .getByLabel('Choose PDF')
      .first()
      .setInputFiles({ name: 'result.pdf', mimeType: 'application/pdf', buffer });
  await choose(Buffer.from('this is no PDF'));
  await expect(page.getByRole('alert')).toBeVisible();
  await expectSound(page, 'a refused PDF');
  await choose(makePdf());
  await press(page, 'Delete');
  await expectWindow(page, 'Delete this result PDF?');
});

test('the participants of an exam, and the window that sets their room, are sound', async ({
  page,
}) => {
  await go(page, paths.examScore);
  await page.getByLabel('Select Exam').selectOption({ label: LONG_NAME });
  await expect(page.getByRole('table', { name: `Participants of ${LONG_NAME}` })).toBeVisible();
  await expectSound(page, 'participants');
  await press(page, 'Rooms and accommodations');
  await page.getByLabel('Select all on this page').check();
  await press(page, 'Set the room');
  const dialog = page.getByRole('dialog', { name: /^Room of/ });
  await dialog.getByLabel('Room').fill('Hall of the many');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please fill this in.')).toBeVisible();
  await expectSound(page, 'a room for many');
  await dialog.getByLabel('Reason').fill('The first hall is flooded');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Hall of the many').first()).toBeVisible();
});

test('a refused mark, and the window that removes one, are sound', async ({ page }) => {
  await go(page, paths.marking);
  await press(page, /1 page/);
  await press(page, 'Larger');
  await press(page, 'Save & next');
  await expect(page.getByText('Please fill this in.').first()).toBeVisible();
  await expectSound(page, 'a mark refused');
  await page.getByLabel('Documents (marks)').fill('7.5');
  await page.getByLabel('Reason').fill('Neat and whole');
  await press(page, 'Save & next');
  await expect(page.getByText('1 of 2 marked')).toBeVisible();
  await page.getByLabel('Show').selectOption('All');
  await page.getByRole('button', { name: '7.5' }).click();
  await press(page, 'Remove this mark');
  await expectWindow(page, 'Remove this mark?');
});

test('the confirmation of a rescore is sound', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await go(page, paths.rescore);
  const changed = page.getByRole('region', { name: 'Changed scores' });
  expect(await hiddenWidth(changed), 'before and after are out of a phone’s sight').toBe(0);
  await press(page, /^Change 1 score|^Use the corrected key/);
  await expectWindow(page, /\?$/);
});

test('the candidates of a live exam, and the window that decides on late work, are sound', async ({
  page,
}) => {
  await go(page, paths.live);
  await page
    .getByRole('listitem')
    .filter({ hasText: LONG_NAME })
    .getByRole('link', { name: /Submitted/ })
    .click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectSound(page, 'the people of an exam');
  await page.getByRole('link', { name: 'Late work to decide', exact: true }).click();
  await press(page, 'Count it');
  await windowOf(page, /^Count/)
    .getByRole('button', { name: 'Count it' })
    .click();
  await expectWindow(page, 'Count this late work?');
});

test('the windows of an enquiry and of an application are sound', async ({ page }) => {
  await go(page, paths.enquiries);
  await press(page, 'Open');
  await expectWindow(page, /./);
  await go(page, `${paths.paymentDesk}?tab=applications`);
  await press(page, /Ravi Teja/);
  await expectWindow(page, 'Application');
});

test('the windows of an order and of its refund are sound', async ({ page }) => {
  await go(page, paths.paymentDesk);
  await press(page, /^Open order/);
  await press(page, 'Check with the bank');
  await expect(page.getByText('We’ve just checked with the bank.')).toBeVisible();
  await expectWindow(page, 'Order');
  await press(page, 'Refund…');
  await press(page, /^Refund$/);
  await expectWindow(page, 'Refund');
});

test('the windows of a proctor are sound', async ({ page }) => {
  await go(page, paths.staff);
  await press(page, 'Add proctor');
  const added = windowOf(page, 'Add proctor');
  await expectWindow(page, 'Add proctor');
  await added.getByLabel('Full name').fill('Radha Krishna Murthy');
  await added.getByLabel('Mobile').fill('9848000009');
  await added.getByRole('button', { name: 'Add proctor' }).click();
  await expectWindow(page, 'One-time password');
  await closeWindow(page);
  for (const [act, title] of [
    ['Edit', 'Edit proctor'],
    ['Exams', /^Exams of/],
    ['New password', 'Give a new one-time password?'],
    ['Revoke', 'Revoke this account?'],
  ] as const) {
    const button = page.getByRole('button', { name: act, exact: true }).first();
    if (!(await button.isVisible())) await press(page, 'More');
    await button.click();
    await expectWindow(page, title);
    await closeWindow(page);
  }
});

test('an empty search in Activity, and the tests in Settings, are sound', async ({ page }) => {
  await go(page, paths.activity);
  await page.getByPlaceholder('Search activity...').fill('nothing has these words');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await page.reload(); // the search is in the address
  await expect(page.getByPlaceholder('Search activity...')).toHaveValue('nothing has these words');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await expectSound(page, 'no activity');
  await go(page, paths.settings);
  await press(page, 'Test Database');
  await expect(page.getByText(/\(\d+ ms\)/)).toBeVisible();
  await press(page, 'Test SMS');
  await expectSound(page, 'settings tested');
});
