/**
 * The office handles single candidates at the desk (decision 046): it sends a one-time password, moves and blocks a
 * candidate, lets them in again, and adds one at the counter. A college's list is in office-day.spec.ts.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { callApi, openAdminSession, openDesk } from './support/admin-session.ts';
import { examSite } from './support/exam-site.ts';
import { holdBack } from './support/hold-back.ts';
import { test } from './support/test.ts';

// A test can't hold back what a page requests through its service worker.
test.use({ serviceWorkers: 'block' });

async function chooseExam(page: Page, name: string) {
  await page.getByRole('dialog').getByPlaceholder('Search exams...').fill(name);
  await page.getByRole('radio', { name }).check();
}
const act = async (page: Page, name: string, reason: string) => {
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
};

test('the office sends a password to a candidate, moves, blocks and unblocks them, and adds another by hand', async ({
  page,
  server,
}) => {
  const site = await examSite(server);
  const soon = new Date(Date.now() + 3_600_000);
  const create = (name: string) =>
    site.createExam({ name, startDate: soon, minutes: 30, sections: [] });
  const examID = await create('First shift of June');
  await create('Second shift of June');
  const { token } = await openAdminSession(server);
  const lakshmi = { fullName: 'Lakshmi Venkatesh', mobile: '9711100009', examID };
  const body = { ...lakshmi, officeInvoice: 'INV-2026/2', reason: 'The college sent it' };
  await callApi(server, 'candidates', { token, body });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openDesk(page, server, '/adminexammanager');
  await page.getByRole('link', { name: 'Candidates', exact: true }).click();

  await page.getByPlaceholder('Search candidates...').fill('lakshmi venk');
  await expect(page).toHaveURL(/\?search=lakshmi\+venk$/);
  await page.getByRole('link', { name: 'Lakshmi Venkatesh' }).click();
  await expect(page.getByRole('cell', { name: 'Invoice INV-2026/2' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Send one-time password' }).click();
  await act(page, 'Send', 'The first went to the wrong number');
  await expect(page.getByText(/on its way to 9711100009/)).toBeVisible();

  await page.getByRole('button', { name: 'Move from First shift of June' }).click();
  await chooseExam(page, 'Second shift of June');
  const tells = page.getByLabel(/^Send a text message with the new start time/);
  await expect(tells).toBeChecked();
  await act(page, 'Move', 'Has another exam that morning');
  await expect(page.getByText('was moved to Second shift of June.')).toBeVisible();

  await page.getByRole('button', { name: 'Block' }).click();
  await act(page, 'Block', 'Two accounts');
  await expect(page.getByText('Lakshmi Venkatesh is blocked.')).toBeVisible();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await act(page, 'Unblock', 'It was her sister');
  await expect(page.getByText('Lakshmi Venkatesh can sign in again.')).toBeVisible();
  const activity = page.getByRole('region', { name: 'Activity' });
  for (const reason of [
    'The first went to the wrong number',
    'Has another exam that morning',
    'Two accounts',
  ])
    await expect(activity.getByText(reason).first()).toBeVisible();

  // The link leads back as Back does, even after a reload.
  await page.reload();
  await page.getByRole('link', { name: 'All candidates' }).click();
  await expect(page).toHaveURL(/\?search=lakshmi\+venk$/);
  await expect(page.getByPlaceholder('Search candidates...')).toHaveValue('lakshmi venk');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Add candidate' }).click();
  await page.getByLabel('Full name').fill('Devika Menon');
  await page.getByLabel('Mobile').fill('9711100003');
  // While the search runs, no other exam can be chosen by mistake.
  const answer = await holdBack(page, /\/exams\?.*search=Second/);
  const asked = page.waitForRequest(/\/exams\?.*search=Second/);
  await page.getByRole('dialog').getByPlaceholder('Search exams...').fill('Second shift of June');
  await asked;
  await expect(page.locator('[inert] input[type=radio]')).not.toHaveCount(0);
  answer();
  await expect(page.locator('[inert] input[type=radio]')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Second shift of June' }).check();
  await act(page, 'Add candidate', 'Came to the counter');
  await expect(page.getByText(/Devika Menon was added with the UID/)).toBeVisible();
  const found = await callApi(server, 'candidates?search=Devika%20Menon', { token });
  expect(found).toMatchObject([{ status: 'Registered', exam: 'Second shift of June' }]);

  // The longest possible name, in one word.
  const fullName = 'ల'.repeat(120);
  const one = { ...body, fullName, mobile: '9711100010' };
  await callApi(server, 'candidates', { token, body: one });
  await page.goto(`${server.url}/admincandidates?search=${one.mobile}`);
  await page.getByRole('link', { name: fullName }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(fullName);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
});

test('selected candidates each get a one-time password of their own, and the others get none', async ({
  page,
  server,
}, { repeatEachIndex: round }) => {
  const surname = `Told-${'abcdefghij'[round]}`;
  const site = await examSite(server);
  const startDate = new Date(Date.now() + 3_600_000);
  const examID = await site.createExam({
    name: `Exam of ${surname}`,
    startDate,
    minutes: 30,
    sections: [],
  });
  const { token } = await openAdminSession(server);
  const added = new Map<string, string>();
  const mobileOf = (at: number) => String(9_711_200_000 + round * 3 + at);
  for (const [at, first] of ['Farida', 'Gauri', 'Hema'].entries()) {
    const mobile = mobileOf(at);
    const body = { fullName: `${first} ${surname}`, mobile, examID, reason: 'The college sent it' };
    await callApi(server, 'candidates', { token, body });
    added.set(mobile, await server.passwordFor(mobile));
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await openDesk(page, server, `/admincandidates?search=${surname}&sort=name`);
  for (const first of ['Farida', 'Hema'])
    await page
      .getByRole('row', { name: `${first} ${surname}` })
      .getByRole('checkbox', { name: 'Select' })
      .check();
  await page.getByRole('button', { name: 'Send one-time passwords' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Send a one-time password to 2 candidates?' }),
  ).toBeVisible();
  await act(page, 'Send', 'Nobody got the first one');
  await expect(page.getByText('2 candidates were sent a one-time password.')).toBeVisible();

  const signIn = (uid: string, password: string) =>
    callApi(server, 'auth/signin', { body: { uid, password } });
  for (const mobile of [mobileOf(0), mobileOf(2)]) {
    await expect.poll(() => server.passwordFor(mobile)).not.toBe(added.get(mobile));
    await expect(signIn(mobile, await server.passwordFor(mobile))).resolves.toMatchObject({});
  }
  expect(await server.passwordFor(mobileOf(1))).toBe(added.get(mobileOf(1)));
});

test('a page that is reloaded while a list is being added says whether the list was added [decision 46]', async ({
  page,
  server,
}, { repeatEachIndex: round }) => {
  await page.clock.install();
  const site = await examSite(server);
  const exam = `Exam of reloaded lists ${round}`;
  const startDate = new Date(Date.now() + 3_600_000);
  await site.createExam({ name: exam, startDate, minutes: 30, sections: [] });
  await page.setViewportSize({ width: 1366, height: 768 });
  await openDesk(page, server, '/admincandidates');
  const fileName = `reloaded-${round}.csv`;
  const everyone = ['Jaya', 'Kiran', 'Latha', 'Mohan'];
  const mobileOf = (name: string) => 9_711_300_001 + round * 4 + everyone.indexOf(name);
  const listOf = (names: readonly string[]) => {
    const rows = names.map(
      (name, at) => `${name} of list ${'abcdefghij'[round]},${mobileOf(name)},21A9${at}`,
    );
    return Buffer.from(['Name,Mobile,Roll No', ...rows].join('\n'));
  };

  /** The list is sent, but no reply comes back. */
  let arrives = false;
  let sent = () => {};
  await page.route('**/api/v1/candidates/list', async (route) => {
    if (arrives) await route.fetch();
    sent();
  });
  async function leaveWhileAdding(names: readonly string[]) {
    await page.getByRole('button', { name: 'Add a list' }).click();
    await page
      .getByLabel('Spreadsheet, CSV or Word file')
      .setInputFiles({ name: fileName, mimeType: 'text/csv', buffer: listOf(names) });
    await chooseExam(page, exam);
    await act(page, 'Check the list', 'The college sent it');
    await expect(page.getByText('Columns not read: “Roll No”.')).toBeVisible();
    const isSent = new Promise<void>((resolve) => {
      sent = resolve;
    });
    await page.getByRole('button', { name: 'Add 2 candidates' }).click();
    await isSent;
    await page.reload();
  }

  await leaveWhileAdding(['Jaya', 'Kiran']);
  await expect(
    page.getByText(`“${fileName}” was being added when you left this page.`),
  ).toBeVisible();
  await expectAccessible(page);
  await page.clock.runFor(61_000);
  await expect(page.getByText(`“${fileName}” wasn’t added.`)).toBeVisible();

  arrives = true;
  await leaveWhileAdding(['Jaya', 'Kiran']);
  await expect(
    page.getByText(
      `“${fileName}”: 2 candidates added to ${exam}. The one-time passwords have been sent.`,
    ),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: /^Kiran of list/ }).first()).toBeVisible();

  // One added before under the same name isn’t taken for it, even when the page hadn’t loaded the lists.
  arrives = false;
  await page.route('**/api/v1/candidates/lists', (route) => route.abort(), { times: 1 });
  await page.reload();
  await leaveWhileAdding(['Latha', 'Mohan']);
  await expect(
    page.getByText(`“${fileName}” was being added when you left this page.`),
  ).toBeVisible();
});

test('a cancelled exam’s participants are moved together to another exam, and a different fee must be confirmed first', async ({
  page,
  server,
}, { repeatEachIndex: round }) => {
  const site = await examSite(server);
  const [cancelled, instead] = [`Cancelled shift ${round}`, `Shift instead ${round}`];
  const when = { startDate: new Date(Date.now() + 3_600_000), minutes: 30, sections: [] };
  const examId = await site.createExam({ name: cancelled, ...when });
  await site.createExam({ name: instead, ...when, price: 600 });
  await site.addList(examId, ['Ila Nair', 'Jaya Pillai', 'Kavya Rao']);
  await page.setViewportSize({ width: 1280, height: 800 });
  await openDesk(page, server, `/adminexamscore?exam=${examId}`);
  const choose = async (name: string) => {
    await page.getByRole('row', { name }).getByRole('checkbox', { name: 'Select' }).check();
  };
  const move = async () => {
    await page.getByRole('button', { name: 'Move to another exam' }).click();
    await chooseExam(page, instead);
  };
  for (const name of ['Ila Nair', 'Kavya Rao']) await choose(name);
  await move();
  await expectAccessible(page);
  await act(page, 'Move', 'The hall is flooded');
  await expect(
    page.getByText(/^No participant was moved to “Shift instead \d+”\. They paid/),
  ).toBeVisible();

  for (const name of ['Ila Nair', 'Kavya Rao']) await choose(name);
  await move();
  await page.getByLabel(/^If the new exam costs more or less/).check();
  await act(page, 'Move', 'The hall is flooded');
  await expect(page.getByText(`2 participants were moved to “${instead}”.`)).toBeVisible();
  await expect(page.getByRole('row', { name: 'Jaya Pillai' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Ila Nair' })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Select Exam' }).selectOption({ label: instead });
  for (const name of ['Ila Nair', 'Kavya Rao'])
    await expect(page.getByRole('row', { name })).toContainText('Fees Paid');
});

test('candidates who have paid get one text message when the start of their exam changes [decision 100]', async ({
  page,
  server,
}, { repeatEachIndex: round }) => {
  const site = await examSite(server);
  const name = `Start moved ${round}`;
  const when = { startDate: new Date(Date.now() + 86_400_000), minutes: 30, sections: [] };
  const examId = await site.createExam({ name, ...when });
  await site.addList(examId, ['Latha Iyer', 'Mohan Das']);
  await page.setViewportSize({ width: 1280, height: 800 });
  await openDesk(page, server, `/adminexammanager?search=Start+moved+${round}`);
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await row.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Exam' });
  await form.getByLabel('Start').fill('2027-01-09T10:00');
  await form.getByRole('button', { name: 'Update Exam' }).click();
  await page.getByRole('button', { name: 'Text candidates the new start time' }).click();
  const texts = page.getByRole('dialog', { name: 'Text the start time to candidates' });
  await expect(texts).toContainText('Your exam starts on Sat 9 Jan 2027, 10:00 am IST.');
  await expectAccessible(page);
  await texts.getByRole('button', { name: 'Send 2 text messages' }).click();
  await expect(page.getByText(/^2 text messages about “Start moved/)).toBeVisible();

  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Text the start time' }).click();
  await expect(texts).toContainText('2 candidates got this message today');
  await expect(texts.getByRole('button', { name: /^Send/ })).toHaveCount(0);

  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Scores' }).click();
  await page.getByRole('link', { name: 'Latha Iyer' }).click();
  await expect(page.getByRole('rowheader', { name: 'Start of the exam' })).toBeVisible();
});
