/**
 * Two administrators change the same thing: the second is told what the first one changed, keeps what they typed, and
 * chooses. Enquiries and marks are in the specs of their screens.
 */
import { devices, expect, type Page } from '@playwright/test';
import { candidateListSchema, candidateSchema } from '#contract/desk/candidates.ts';
import { meritListSchema } from '#contract/desk/merit.ts';
import { deskApplicationListSchema } from '#contract/desk/payment-desk.ts';
import { settingsSchema } from '#contract/desk/settings.ts';
import { staffListSchema, watchedExamListSchema } from '#contract/desk/staff.ts';

import { examListSchema } from '#contract/wire/exams.ts';
import { makePdf } from '#tests/support/make-hostile-uploads.ts';
import { expectAccessible } from './support/accessible.ts';
import { addProctor, callApi, openAdminSession, openDesk } from './support/admin-session.ts';
import { examSite } from './support/exam-site.ts';
import { makeQuestions } from './support/question-file.ts';
import { ADMIN_PASSWORD } from './support/running-server.ts';
import { server, shareServer, test } from './support/test.ts';

const { defaultBrowserType: _, ...desktop } = devices['Desktop Chrome'];
test.use({ ...desktop, viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });

shareServer();

/** Signs in the first administrator on the page, and returns calls for the other one, who needs no screen. */
async function signIn(page: Page) {
  const api = `${server.url}/api/v1/`;
  const data = { uid: 'SuperAdmin', password: ADMIN_PASSWORD };
  const signedIn = await page.request.post(`${api}auth/signin`, { data });
  const { token } = await signedIn.json();
  const headers = { authorization: `Bearer ${token}` };
  await openDesk(page, server);
  return {
    get: async (path: string) => (await page.request.get(api + path, { headers })).json(),
    async post(path: string, body: unknown) {
      const answer = await page.request.post(api + path, { headers, data: body });
      expect(answer.status()).toBe(201);
    },
    async put(path: string, body: unknown) {
      const answer = await page.request.put(api + path, { headers, data: body });
      expect(answer.status()).toBe(200);
    },
  };
}

/** An Inactive exam, which no candidate sees. */
async function inactiveExam(name: string) {
  const site = await examSite(server);
  const startDate = new Date('2027-01-05T05:00:00Z');
  const exam = { name, startDate, minutes: 60, status: 'Inactive', sections: [] } as const;
  return { site, examId: await site.createExam(exam) };
}

test('a second administrator is added, signs in, and their acts are recorded under their name', async ({
  page,
}) => {
  await openDesk(page, server, '/adminstaff');
  await page.getByRole('button', { name: 'Add administrator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add administrator' });
  await dialog.getByLabel('Full name').fill('Asha Venkata Satyanarayana Lakshmi Narasimha Rao');
  await dialog.getByLabel('Mobile').fill('9848012399');
  await dialog.getByRole('button', { name: 'Add administrator' }).click();
  const shown = page.getByRole('dialog', { name: 'One-time password' });
  await expect(shown).toBeVisible();
  const [, uid = '', password = ''] = await shown.locator('strong').allTextContents();

  await page.context().setStorageState({ cookies: [], origins: [] });
  await page.goto(`${server.url}/gethired`);
  await page.getByLabel('UID', { exact: true }).fill(uid);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('textbox', { name: 'New password' }).fill('a password of Asha’s own');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page).toHaveURL(/adminexammanager/);
  await expect(page.getByText('Signed in as Asha')).toBeVisible();

  await page.getByRole('link', { name: 'Staff' }).click();
  const own = page.getByRole('row').filter({ hasText: uid });
  // However long the name, it is cut, but the role beneath it isn't.
  const cell = await own.getByRole('rowheader').boundingBox();
  const role = await own.getByText('administrator', { exact: true }).boundingBox();
  expect((role?.y ?? 0) + (role?.height ?? 0)).toBeLessThanOrEqual(
    (cell?.y ?? 0) + (cell?.height ?? 0),
  );
  await expect(own.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add administrator' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add proctor' }).click();
  const proctor = page.getByRole('dialog', { name: 'Add proctor' });
  await proctor.getByLabel('Full name').fill('Meera Rao');
  await proctor.getByLabel('Mobile').fill('9848012398');
  await proctor.getByRole('button', { name: 'Add proctor' }).click();
  await page.getByRole('button', { name: 'I’ve noted it' }).click();
  await page.getByRole('link', { name: 'Activity' }).click();
  const act = page.getByRole('row').filter({ hasText: 'Added a proctor' }).first();
  await expect(act).toContainText('Asha');
});

test('an application changed meanwhile: the administrator loads the other version, or knowingly replaces it', async ({
  page,
}) => {
  const other = await signIn(page);
  const applied = await page.request.post(`${server.url}/api/v1/applications`, {
    data: { name: 'Meena', email: 'meena@example.in', phone: '9876501234', course: 'US CMA' },
  });
  expect(applied.ok()).toBe(true);
  const applications = deskApplicationListSchema.parse(await other.get('applications'));
  const application = applications.find(({ name }) => name === 'Meena');
  const path = `applications/${application?._id}`;
  await page.goto(`${server.url}/adminpayments?tab=applications`);
  await page.getByRole('button', { name: 'Edit the application of Meena' }).click();
  const dialog = page.getByRole('dialog', { name: 'Application' });
  const told = dialog.getByText('Someone else has changed this application');

  await dialog.getByLabel('Note').fill('No answer.');
  await other.put(path, { version: 1, state: 'contacted', note: 'Wants evenings.' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(told).toBeVisible();
  await expect(dialog.getByRole('status').getByRole('definition')).toHaveText([
    'Contacted',
    'Wants evenings.',
  ]);
  await expect(dialog.getByLabel('Note')).toHaveValue('No answer.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Load their version' }).click();
  await expect(told).toBeHidden();
  await expect(dialog.getByLabel('Note')).toHaveValue('Wants evenings.');
  await expect(dialog.getByLabel('Status')).toHaveValue('contacted');

  await dialog.getByLabel('Note').fill('Wants mornings.');
  await other.put(path, { version: 2, state: 'enrolled', note: 'Wants evenings.' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('status').getByRole('definition')).toHaveText(['Enrolled']);
  await dialog.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(dialog.getByText('We’ve kept your changes')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: 'Meena' })).toContainText('Wants mornings.');
  await expect(page.getByRole('row', { name: 'Meena' })).toContainText('Contacted');
});

test('settings changed meanwhile: the difference is shown, and saving continues from it', async ({
  page,
}) => {
  const other = await signIn(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  const allowance = page.getByLabel('Transit allowance');
  await allowance.fill('400');
  const { policies } = settingsSchema.parse(await other.get('settings'));
  const value = { ...policies.value, transitSeconds: 500 };
  await other.put('settings/policies', { version: policies.version, value });
  const save = page.getByRole('button', { name: 'Save policies' });
  await save.click();
  await expect(page.getByText('Someone else has changed these policies')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '500 seconds' })).toBeVisible();
  await expect(allowance).toHaveValue('400');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep my changes' }).click();
  await save.click();
  await expect(page.getByText('Saved.')).toBeVisible();
  // The next save continues from what was saved.
  await allowance.fill('450');
  await save.click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const saved = settingsSchema.parse(await other.get('settings')).policies;
  expect(saved.value).toMatchObject({ transitSeconds: 450 });
  await other.put('settings/policies', { version: saved.version, value: policies.value });
});

test('a result PDF isn’t deleted if somebody has changed its exam since', async ({ page }) => {
  const name = 'Contested Result';
  const { site, examId } = await inactiveExam(name);
  await signIn(page);
  await page.getByRole('link', { name: 'Result Manager' }).click();
  const row = page.getByRole('row', { name });
  await row
    .getByLabel('Choose PDF')
    .setInputFiles({ name: 'result.pdf', mimeType: 'application/pdf', buffer: makePdf() });
  await expect(row.getByRole('link', { name: 'View PDF' })).toBeVisible();
  await site.changeExam(examId, { status: 'Active' });
  const remove = row.getByRole('button', { name: 'Delete' });
  const ask = page.getByRole('dialog', { name: 'Delete this result PDF?' });
  await remove.click();
  const reloaded = page.waitForResponse(/\/api\/v1\/exams\?/);
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect(ask.getByText('Someone else has changed or deleted this')).toBeVisible();
  await expect(ask.getByRole('button', { name: 'Delete' })).toBeHidden();
  await reloaded;
  await expectAccessible(page);
  await ask.getByRole('button', { name: 'OK' }).click();
  await expect(row.getByRole('link', { name: 'View PDF' })).toBeVisible();
  await remove.click();
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toContainText('No PDF');
});

test('an account changed meanwhile: the second administrator is told, and so is one whose reply was lost', async ({
  page,
}) => {
  const other = await signIn(page);
  await other.post('staff', { fullName: 'Ravi Kumer', mobile: '8000000001' });
  await page.getByRole('link', { name: 'Staff' }).click();
  const edit = page.getByRole('row', { name: /Ravi/ }).getByRole('button', { name: 'Edit' });
  await edit.click();
  const dialog = page.getByRole('dialog', { name: 'Edit proctor' });
  await dialog.getByLabel('Full name').fill('Ravi Kumar');
  const proctors = staffListSchema.parse(await other.get('staff'));
  const proctor = proctors.find(({ fullName }) => fullName === 'Ravi Kumer');
  const theirs = { fullName: 'Ravi Kumer', mobile: '8000000002', version: proctor?.version };
  await other.put(`staff/${proctor?.uid}`, theirs);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Someone else has changed this proctor')).toBeVisible();
  await expect(dialog.getByRole('definition')).toHaveText(['8000000002']);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Load their version' }).click();
  await expect(dialog.getByLabel('Mobile')).toHaveValue('8000000002');
  await dialog.getByLabel('Full name').fill('Ravi Kumar');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Ravi Kumar was saved.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Ravi Kumar/ })).toContainText('8000000002');

  const path = /\/api\/v1\/staff\/\w+$/;
  await page.route(path, async (route) => {
    if (route.request().method() === 'PUT') await route.fetch();
    await route.abort();
  });
  await page.getByRole('row', { name: /Ravi/ }).getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Mobile').fill('8000000003');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The account wasn’t saved')).toBeVisible();
  await page.unroute(path);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('It may be your own last try')).toBeVisible();
  await expect(dialog.getByText('Someone else')).toHaveCount(0);
  await expect(dialog.getByRole('definition')).toHaveText(['8000000003']);
  await dialog.getByRole('button', { name: 'Load what’s saved' }).click();
  await expect(dialog.getByLabel('Mobile')).toHaveValue('8000000003');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('adding a proctor again after a lost reply says that the first attempt may have worked', async ({
  page,
}) => {
  await openDesk(page, server, '/adminstaff');
  await page.getByRole('button', { name: 'Add proctor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add proctor' });
  await dialog.getByLabel('Full name').fill('Meena Once');
  await dialog.getByLabel('Mobile').fill('8000000077');
  const add = dialog.getByRole('button', { name: 'Add proctor' });
  const path = /\/api\/v1\/staff$/;
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await add.click();
  await expect(dialog.getByText('The proctor wasn’t added')).toBeVisible();
  await page.unroute(path);
  await add.click();
  await expect(dialog.getByText('It may be who you just tried to add')).toBeVisible();
  // Another number belongs to another person.
  await dialog.getByLabel('Mobile').fill('9000000001');
  await add.click();
  await expect(dialog.getByText('It may be who you just tried to add')).toHaveCount(0);
  await expect(dialog.getByText('already has this mobile number').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('row', { name: /Meena Once/ })).toBeVisible();
});

test('an exam whose reply was lost is created once, as it was typed last, or as somebody has changed it since', async ({
  page,
}, { repeatEachIndex: round }) => {
  const other = await signIn(page);
  const dialog = page.getByRole('dialog', { name: 'Create Exam' });
  const create = dialog.getByRole('button', { name: 'Create Exam' });
  const path = /\/api\/v1\/exams$/;
  const loseReply = () =>
    page.route(
      path,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  const begin = async (name: string) => {
    await page.getByRole('main').getByRole('button', { name: 'Create Exam' }).click();
    await dialog.getByLabel('Exam Name').fill(name);
    await dialog.getByLabel('Price').fill('500');
    await dialog.getByLabel('Duration').fill('60');
    await dialog.getByLabel('Start').fill('2027-01-05T10:30');
    await dialog.getByLabel('Format', { exact: true }).selectOption('DOC Upload');
    await dialog.getByLabel('Status').selectOption('Inactive');
    await loseReply();
    await create.click();
    await expect(dialog.getByText('The exam may have been created')).toBeVisible();
  };
  const named = async (name: string) =>
    examListSchema.parse(await other.get(`exams?search=${encodeURIComponent(name)}`));

  const once = `Created once ${round}`;
  await begin(once);
  await expectAccessible(page);
  await dialog.getByLabel('Price').fill('600');
  await create.click();
  await expect(dialog).toBeHidden();
  expect(await named(once)).toMatchObject([{ price: 600 }]);

  const changed = `Created and changed ${round}`;
  await begin(changed);
  const [exam] = await named(changed);
  const { name, price, description, duration, startDate, format } = exam ?? {};
  const theirs = { name, price, description, duration, startDate, format, status: 'Active' };
  const { token } = await openAdminSession(server);
  const answer = await page.request.put(`${server.url}/api/v1/exams/${exam?._id}`, {
    headers: { authorization: `Bearer ${token}` },
    multipart: { data: JSON.stringify(theirs) },
  });
  expect(answer.status()).toBe(200);
  await create.click();
  await expect(dialog.getByText('What’s saved has changed')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep my changes' }).click();
  await create.click();
  await expect(dialog).toBeHidden();
  expect(await named(changed)).toMatchObject([{ status: 'Inactive', version: 3 }]);
});

test('merit rules changed meanwhile are shown below the administrator’s choice, and knowingly replaced', async ({
  page,
}) => {
  const other = await signIn(page);
  const { examId } = await inactiveExam('Merit of two');
  const path = `exams/${examId}/merit`;
  const theirs = async (least: number | null) => {
    const { rules, version } = meritListSchema.parse(await other.get(path));
    const cutoffs = { ...rules.cutoffs, total: least };
    await other.put(path, { rules: { ...rules, cutoffs }, version, reason: 'The board said so.' });
  };
  const rules = page.getByRole('dialog', { name: 'Rules of the merit list' });
  const open = async () => {
    await page.goto(`${server.url}/adminmeritlist/${examId}`);
    await page.getByRole('button', { name: 'Change rules' }).click();
  };
  const save = () => rules.getByRole('button', { name: 'Save rules' }).click();
  await open();
  await rules.getByLabel('Total').fill('40');
  await rules.getByLabel('Reason').fill('As agreed.');
  await theirs(50);
  await save();
  await expect(rules.getByText('Someone else has changed these rules')).toBeVisible();
  await expect(rules.getByRole('definition')).toContainText('50 marks in total');
  await rules.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(rules.getByLabel('Total')).toHaveValue('40');
  await save();
  await expect(page.getByText('Rules saved.')).toBeVisible();
  await expect(page.getByText('at least 40 marks in total')).toBeVisible();

  await page.getByRole('button', { name: 'Change rules' }).click();
  await rules.getByLabel('Total').fill('45');
  await rules.getByLabel('Reason').fill('As agreed.');
  await theirs(60);
  await save();
  await rules.getByRole('button', { name: 'Load their version' }).click();
  await expect(rules.getByLabel('Total')).toHaveValue('60');
  await rules.getByLabel('Total').fill('61');
  await save();
  await expect(page.getByText('at least 61 marks in total')).toBeVisible();
});

test('a candidate’s note saved meanwhile doesn’t block a change of details, but changed details do', async ({
  page,
}) => {
  const other = await signIn(page);
  const startDate = new Date(Date.now() + 3_600_000);
  const site = await examSite(server);
  const examID = await site.createExam({
    name: 'Clerks of two desks',
    startDate,
    minutes: 30,
    sections: [],
  });
  const mobile = '9722200001';
  await other.post('candidates', {
    fullName: 'Gita Nair',
    mobile,
    examID,
    reason: 'At the counter',
  });
  const [added] = candidateListSchema.parse(await other.get(`candidates?search=${mobile}`));
  const { uid } = added ?? {};
  const read = async () => candidateSchema.parse(await other.get(`candidates/${uid}`));
  await page.goto(`${server.url}/admincandidates/${uid}`);
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Edit details' }).click();
  await other.put(`candidates/${uid}/note`, {
    note: 'Calls often',
    version: (await read()).version,
  });
  await dialog.getByLabel('Full name').fill('Gita M Nair');
  await dialog.getByLabel('Reason').fill('As on her certificate');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Gita M Nair' })).toBeVisible();
  expect(await read()).toMatchObject({ fullName: 'Gita M Nair', note: 'Calls often' });

  // When the details themselves have changed, the administrator is told as usual.
  await page.getByRole('button', { name: 'Edit details' }).click();
  const { version } = await read();
  const theirs = { fullName: 'Gita Menon Nair', mobile, reason: 'She called', version };
  await other.put(`candidates/${uid}`, theirs);
  await dialog.getByLabel('Full name').fill('G M Nair');
  await dialog.getByLabel('Reason').fill('As on her certificate');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Someone else has changed this candidate')).toBeVisible();
  expect((await read()).fullName).toBe('Gita Menon Nair');
});

test('setting a room does not remove extra time that was agreed meanwhile', async ({ page }) => {
  const site = await examSite(server);
  const name = 'Seats of two desks';
  const startDate = new Date(Date.now() + 3_600_000);
  const examId = await site.createExam({ name, startDate, minutes: 30, sections: [] });
  await site.addList(examId, ['Ila Seats']);
  const other = await signIn(page);
  const [seated] = candidateListSchema.parse(await other.get('candidates?search=Ila%20Seats'));
  await page.goto(`${server.url}/adminexamscore?exam=${examId}&rooms=1`);
  const row = page.getByRole('row', { name: 'Ila Seats' });
  await row.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Room and accommodations of Ila Seats' });
  await dialog.getByLabel('Room').fill('Hall B');
  const agreed = { room: '', extraPercent: 33, largerText: false, reader: true, note: 'Ramp' };
  await other.put(`exams/${examId}/participants/${seated?.uid}`, agreed);
  // As if the candidate had been moved to another exam just then.
  await page.route(/by-exam\/.*search=/, (route) => route.fulfill({ json: [] }), { times: 1 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This candidate isn’t in the exam any more.')).toBeVisible();
  await expect(dialog.getByText('Someone else has changed')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(
    dialog.getByText('Someone else has changed the room or accommodations'),
  ).toBeVisible();
  await expect(dialog.getByRole('status').getByRole('definition')).toHaveText([
    '33%',
    'yes',
    'Ramp',
  ]);
  await expect(dialog.getByLabel('Room')).toHaveValue('Hall B');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Load their version' }).click();
  await expect(dialog.getByLabel('Extra time in percent')).toHaveValue('33');
  await dialog.getByLabel('Room').fill('Hall B');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Hall B');
  await expect(row).toContainText('33% extra time');
});

test('a proctor’s rooms changed meanwhile are shown below what was typed, and knowingly replaced', async ({
  page,
}) => {
  const { examId } = await inactiveExam('Rooms of two desks');
  const other = await signIn(page);
  const session = await openAdminSession(server);
  const { uid } = await addProctor(server, session, 'Rooms Ranjan');
  await other.put(`staff/${uid}/exams/${examId}`, undefined);
  await page.goto(`${server.url}/adminstaff`);
  await page
    .getByRole('row', { name: 'Rooms Ranjan' })
    .getByRole('button', { name: 'Exams' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Exams of Rooms Ranjan' });
  const rooms = dialog.getByRole('textbox', { name: 'Rooms' });
  const save = dialog.getByRole('button', { name: 'Save rooms' });
  await rooms.fill('Hall C');
  await other.put(`staff/${uid}/exams/${examId}/rooms`, { rooms: ['Hall B', 'Hall A'] });
  await save.click();
  await expect(
    dialog.getByText('Below is what’s saved now; your change isn’t saved.'),
  ).toBeVisible();
  await expect(dialog.getByText('Saved now: Hall A, Hall B. Saving replaces it.')).toBeVisible();
  await expect(rooms).toHaveValue('Hall C');
  await expectAccessible(page);
  const assigned = async () =>
    watchedExamListSchema.parse(await other.get(`staff/${uid}/exams`)).map(({ rooms }) => rooms);
  expect(await assigned()).toEqual([['Hall A', 'Hall B']]);
  await rooms.fill('Hall C,Hall A');
  await save.click();
  await expect(rooms).toHaveValue('Hall A, Hall C');
  await expect(save).toBeHidden();
  await expect(dialog.getByText('Saved now:')).toHaveCount(0);
  expect(await assigned()).toEqual([['Hall A', 'Hall C']]);

  // An exam that somebody else has unassigned disappears from the list.
  await callApi(server, `staff/${uid}/exams/${examId}`, { token: session.token, method: 'DELETE' });
  await rooms.fill('Hall D');
  await save.click();
  await expect(dialog.getByText('No exams assigned yet.')).toBeVisible();
});

test('an exam changed meanwhile: the second administrator is told, and loses nothing they typed', async ({
  page,
}) => {
  const name = 'Contested Assessment';
  const { site, examId } = await inactiveExam(name);
  await openDesk(page, server);
  const row = page.getByRole('row', { name });
  const dialog = page.getByRole('dialog');
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Price').fill('777');
  await site.changeExam(examId, { status: 'Active' });
  await dialog.getByRole('button', { name: 'Update Exam' }).click();
  await expect(dialog.getByText('Someone else has changed this exam')).toBeVisible();
  await expect(dialog.getByLabel('Price')).toHaveValue('777');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Load their version' }).click();
  await expect(dialog.getByLabel('Status')).toHaveValue('Active');
  await expect(dialog.getByLabel('Price')).toHaveValue('500');

  await dialog.getByLabel('Price').fill('888');
  await site.changeExam(examId, { status: 'Inactive' });
  await dialog.getByRole('button', { name: 'Update Exam' }).click();
  await dialog.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(dialog.getByText('We’ve kept your changes')).toBeVisible();
  await expect(dialog.getByLabel('Price')).toHaveValue('888');
  await dialog.getByRole('button', { name: 'Update Exam' }).click();
  await expect(row).toContainText('₹888');
});

test('a question changed meanwhile: the second administrator is told, and chooses', async ({
  page,
  browser,
}) => {
  const site = await examSite(server);
  await site.upload(makeQuestions('Contested', 2));
  const other = await (await browser.newContext()).newPage();
  for (const each of [page, other]) {
    await openDesk(each, server);
    await each.goto(`${server.url}/adminuploadexcel?search=Contested`);
    await expect(each.getByText('2 questions', { exact: true })).toBeVisible();
    await each
      .getByRole('row', { name: '1 times 3' })
      .getByRole('button', { name: 'Edit' })
      .click();
  }
  const form = page.getByRole('form', { name: 'Edit this question' });
  const theirs = other.getByRole('form', { name: 'Edit this question' });
  const save = (each: typeof form) => each.getByRole('button', { name: 'Save' }).click();

  await theirs.getByLabel('OptionOne').fill('three');
  await save(theirs);
  await expect(other.getByText('Question saved.')).toBeVisible();
  await form.getByLabel('Weightage').fill('9');
  await save(form);
  const told = form.getByText('Someone else has changed this question');
  await expect(told).toBeVisible();
  await expect(form.getByRole('definition')).toHaveText(['three']);
  await expectAccessible(page);
  // Neither the other administrator's change nor the typed text is lost.
  await expect(form.getByLabel('Weightage')).toHaveValue('9');
  await other.reload();
  const row = other.getByRole('row', { name: '1 times 3' });
  await expect(row).toContainText('three');
  await expect(row.getByRole('cell', { name: '9', exact: true })).toHaveCount(0);

  await form.getByRole('button', { name: 'Load their version' }).click();
  await expect(form.getByLabel('OptionOne')).toHaveValue('three');
  await expect(form.getByLabel('Weightage')).not.toHaveValue('9');
  const mine = page.getByRole('row', { name: '1 times 3' });
  await row.getByRole('button', { name: 'Edit' }).click();
  await theirs.getByLabel('Negative').fill('0.5');
  await save(theirs);
  await expect(other.getByText('Question saved.')).toBeVisible();
  await form.getByLabel('Weightage').fill('9');
  await save(form);
  await form.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(told).toBeHidden();
  await save(form);
  await expect(mine.getByRole('cell', { name: '9', exact: true })).toBeVisible();
  await other.context().close();
});
