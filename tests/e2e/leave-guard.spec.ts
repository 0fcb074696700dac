/** Back and links on the desk: Back closes a window before it leaves the page, and nothing typed is lost without a question. */
import { devices, expect, type Page } from '@playwright/test';
import { paths } from '#web/shared/paths.ts';
import { expectAccessible } from './support/accessible.ts';
import { addProctor, callApi, openAdminSession, openDesk } from './support/admin-session.ts';
import { examSite } from './support/exam-site.ts';
import { holdBack } from './support/hold-back.ts';
import { makeQuestions } from './support/question-file.ts';
import { server, shareServer, test } from './support/test.ts';

const { defaultBrowserType: _, ...desktop } = devices['Desktop Chrome'];
test.use({ ...desktop, viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });

shareServer();

const back = (page: Page) => page.evaluate(() => history.back());
const askOf = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const expectAt = (page: Page, path: string) => expect(page).toHaveURL(server.url + path);

test('Back closes the top window, asks before typed text is lost, and stays on the list', async ({
  page,
}) => {
  await openDesk(page, server, paths.settings);
  await page.getByRole('link', { name: 'Exam Manager' }).click();
  const create = page.getByRole('button', { name: 'Create Exam' }).first();
  const form = page.getByRole('dialog', { name: 'Create Exam' });
  await create.click();
  await back(page);
  await expect(form).toBeHidden();
  await expectAt(page, paths.examManager);

  await create.click();
  await form.getByLabel('Exam Name').fill('Half a name');
  await back(page);
  await expect(askOf(page)).toBeVisible();
  await back(page);
  await expect(askOf(page)).toBeHidden();
  await expect(form.getByLabel('Exam Name')).toHaveValue('Half a name');
  await back(page);
  await askOf(page).getByRole('button', { name: 'Leave' }).click();
  await expect(form).toBeHidden();
  await expectAt(page, paths.examManager);

  await back(page);
  await expectAt(page, paths.settings);
});

test('a setting that was typed but not saved isn’t lost by a link or by Back without a question', async ({
  page,
}) => {
  await openDesk(page, server, paths.examManager);
  await page.getByRole('link', { name: 'Settings' }).click();
  const age = page.getByLabel('Minimum age');
  await age.fill('17');
  await page.getByRole('link', { name: 'Activity' }).click();
  await askOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(age).toHaveValue('17');
  await expectAt(page, paths.settings);

  await back(page);
  await expect(askOf(page)).toBeVisible();
  await expectAt(page, paths.settings);
  await askOf(page).getByRole('button', { name: 'Leave' }).click();
  await expectAt(page, paths.examManager);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Minimum age').fill('16');
  await page.getByRole('button', { name: 'Save policies' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expectAt(page, paths.activity);
});

test('a question that was changed in its row but not saved isn’t lost without a question', async ({
  page,
}) => {
  const site = await examSite(server);
  await site.upload(makeQuestions('Kettles', 1));
  const edit = async () => {
    await page.getByLabel('Type', { exact: true }).first().selectOption('Kettles');
    await page.getByRole('row', { name: 'Kettles' }).getByRole('button', { name: 'Edit' }).click();
  };
  const text = page.getByRole('textbox', { name: 'Questions', exact: true });
  await openDesk(page, server, paths.questionManager);
  await edit();
  await expect(text).toBeVisible();
  // After only looking, there is no question.
  await page.getByRole('link', { name: 'Activity' }).click();
  await expectAt(page, paths.activity);

  await page.getByRole('link', { name: 'Question Manager' }).click();
  await edit();
  await text.fill('Which kettle sings?');
  await page.getByRole('link', { name: 'Activity' }).click();
  await askOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(text).toHaveValue('Which kettle sings?');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Question saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expectAt(page, paths.activity);
});

test('a question that was changed in its row is not archived without a question, and is still there when archiving fails', async ({
  page,
}) => {
  const site = await examSite(server);
  await site.upload(makeQuestions('Whistles', 1));
  await openDesk(page, server, `${paths.questionManager}?search=Whistles`);
  const row = page.getByRole('row', { name: 'Whistles' });
  const text = page.getByRole('textbox', { name: 'Questions', exact: true });
  const archive = page.getByRole('form').getByRole('button', { name: 'Archive', exact: true });
  const ask = page.getByRole('dialog', { name: 'Archive without saving?' });
  const agree = ask.getByRole('button', { name: 'Archive', exact: true });
  await row.getByRole('button', { name: 'Edit' }).click();
  await text.fill('Which whistle sings?');
  await archive.click();
  await expectAccessible(page);
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await expect(text).toHaveValue('Which whistle sings?');

  await page.route('**/archive', (route) => route.abort(), { times: 1 });
  await archive.click();
  await agree.click();
  await expect(page.getByText('was not archived. We couldn’t reach')).toBeVisible();
  await expect(ask).toBeHidden();
  await expect(text).toHaveValue('Which whistle sings?');

  await archive.click();
  await agree.click();
  await expect(page.getByText('was archived.')).toBeVisible();
  await expect(text).toHaveCount(0);
});

test('rooms of a proctor that were typed but not saved aren’t lost by Done', async ({ page }) => {
  const site = await examSite(server);
  const startDate = new Date('2027-02-01T05:00:00Z');
  const name = 'Roomy Exam';
  const examId = await site.createExam({ name, startDate, minutes: 60, sections: [] });
  const admin = await openAdminSession(server);
  const { uid } = await addProctor(server, admin, 'Farah Rooms');
  const path = `staff/${uid}/exams/${examId}`;
  await callApi(server, path, { token: admin.token, method: 'PUT' });

  await openDesk(page, server, paths.staff);
  const row = page.getByRole('row', { name: 'Farah Rooms' });
  const dialog = page.getByRole('dialog', { name: 'Exams of Farah Rooms' });
  const rooms = dialog.getByLabel('Rooms');
  const done = dialog.getByRole('button', { name: 'Done' });
  const open = () => row.getByRole('button', { name: 'Exams' }).click();
  await open();
  await rooms.fill('Hall A,Hall B');
  await done.click();
  await askOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(rooms).toHaveValue('Hall A,Hall B');
  await rooms.press('Enter');
  await expect(rooms).toHaveValue('Hall A, Hall B');
  await done.click();
  await expect(dialog).toBeHidden();
  await open();
  await expect(rooms).toHaveValue('Hall A, Hall B');
  await rooms.fill('Hall C');
  await dialog.getByRole('button', { name: 'Save rooms' }).click();
  await expect(dialog.getByRole('button', { name: 'Save rooms' })).toBeHidden();
  await done.click();
  await expect(dialog).toBeHidden();
});

test('text typed while a setting is being saved doesn’t count as saved', async ({ page }) => {
  await openDesk(page, server, paths.settings);
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/api/v1/settings/policies', async (route) => {
    await arrived;
    await route.continue();
  });
  const age = page.getByLabel('Minimum age');
  await age.fill('18');
  await page.getByRole('button', { name: 'Save policies' }).click();
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await age.fill('19');
  arrive();
  await expect(page.getByText('Saved. Your changes since then aren’t saved yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Activity' }).click();
  await askOf(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save policies' }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expectAt(page, paths.activity);
});

test('a window that is being saved takes no more typing, until saving fails', async ({ page }) => {
  await openDesk(page, server, paths.staff);
  let answer = (_: { status: number }) => {};
  const hold = async () => {
    const asked = new Promise<{ status: number }>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/v1/staff', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const { status } = await asked;
      if (status === 200) await route.continue();
      else
        await route.fulfill({
          status,
          json: { error: 'Not now.', code: 'unavailable', retry: 'later' },
        });
    });
  };
  await page.getByRole('button', { name: 'Add proctor' }).click();
  const form = page.getByRole('dialog', { name: 'Add proctor' });
  const name = form.getByLabel('Full name');
  await name.fill('Meera Rao');
  await form.getByLabel('Mobile').fill('9848011223');
  await form.getByLabel('Email').fill('meera.rao@example.com');

  for (const status of [503, 200]) {
    await hold();
    await name.press('Enter');
    await expect(form.getByRole('button', { name: 'Adding…' })).toBeVisible();
    await expect(name).toBeFocused();
    await expect(name).not.toBeEditable();
    await page.keyboard.type(' of Guntur');
    await expect(name).toHaveValue('Meera Rao');
    answer({ status });
    if (status === 200) continue;
    await expect(form.getByText('The proctor wasn’t added')).toBeVisible();
    await expect(name).toBeEditable();
  }
  await expect(page.getByRole('dialog', { name: 'One-time password' })).toContainText('Meera Rao');
});

test('a tick box keeps the focus while its window is being saved, and Close then asks whether to leave before it’s saved', async ({
  page,
}) => {
  const site = await examSite(server);
  const startDate = new Date(Date.now() + 3_600_000);
  const examId = await site.createExam({
    name: 'Exam With Boxes',
    startDate,
    minutes: 60,
    sections: [],
  });
  await site.addList(examId, ['Ila Boxes']);
  await page.setViewportSize({ width: 1280, height: 800 });
  const answer = await holdBack(page, `**/exams/${examId}/participants/*`);
  await openDesk(page, server, `${paths.examScore}?exam=${examId}&rooms=1`);
  await page.getByRole('button', { name: 'Change' }).click();
  const form = page.getByRole('dialog', { name: 'Room and accommodations of Ila Boxes' });
  const larger = form.getByRole('checkbox', { name: 'Larger text' });
  await larger.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await expect(larger).toBeFocused();
  await page.keyboard.press('Space');
  await expect(larger).toBeChecked();

  await form.getByRole('button', { name: 'Close' }).click();
  const ask = page.getByRole('dialog', { name: 'Leave before it’s saved?' });
  await expect(ask).toBeVisible();
  await expect(askOf(page)).toHaveCount(0);
  await expectAccessible(page);
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await expect(larger).toBeChecked();
  answer();
  await expect(form).toBeHidden();
  await expect(page.getByRole('row', { name: 'Ila Boxes' })).toContainText('larger text');
});

test('Logout asks before typed text is lost', async ({ page }) => {
  await openDesk(page, server, paths.settings);
  const age = page.getByLabel('Minimum age');
  await age.fill('21');
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  await askOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(age).toHaveValue('21');
  await expectAt(page, paths.settings);
  await logout.click();
  await askOf(page).getByRole('button', { name: 'Leave' }).click();
  await expectAt(page, paths.home);
});

test('Logout says that it couldn’t check for actions to send where the network goes before its script has come', async ({
  page,
}) => {
  await openDesk(page, server, paths.settings);
  await page.route('**/outside-hall-*', (route) => route.abort());
  await page.getByRole('button', { name: 'Logout' }).click();
  const dialog = page.getByRole('dialog', { name: 'You can’t log out yet' });
  await expect(dialog).toContainText('actions to send');
  await dialog.getByRole('button', { name: 'Stay logged in' }).click();
  await page.unroute('**/outside-hall-*');
  await page.reload();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectAt(page, paths.home);
});
