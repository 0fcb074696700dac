/** Who may use the desk: an ended session is renewed without losing what was typed, and anyone else is sent to the start page. */
import { devices, expect } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { callApi, openAdminSession, openDesk, signedIn } from './support/admin-session.ts';
import { examSite } from './support/exam-site.ts';
import { holdBack } from './support/hold-back.ts';
import { ADMIN_PASSWORD } from './support/running-server.ts';
import { server, shareServer, test } from './support/test.ts';

const { defaultBrowserType: _, ...desktop } = devices['Desktop Chrome'];
test.use({ ...desktop, viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });

shareServer();

test('a session that ended while an exam was being edited is renewed over the form, and nothing typed is lost', async ({
  page,
}) => {
  const name = 'Edited For Long';
  const site = await examSite(server);
  // Later than the exams of other tests, so that it is on the first page.
  const startDate = new Date(Date.now() + 200 * 86_400_000);
  await site.createExam({ name, startDate, minutes: 30, sections: [] });
  const session = await openAdminSession(server);
  await signedIn(page.context(), server, session);
  await page.goto(`${server.url}/adminexammanager`);
  const row = page.getByRole('row', { name });
  await row.getByRole('button', { name: 'Edit' }).click();
  const exam = page.getByRole('dialog', { name: 'Edit Exam' });
  await exam.getByLabel('Price').fill('625');
  await callApi(server, 'auth/signout', { token: session.token, body: {} });
  const save = exam.getByRole('button', { name: 'Update Exam' });
  await save.click();

  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again.getByLabel('UID')).toHaveValue('SuperAdmin');
  await expectAccessible(page);
  // If this window is closed, the next attempt opens it again.
  await again.getByRole('button', { name: 'Close' }).click();
  await save.click();
  await again.getByLabel('Password').fill(ADMIN_PASSWORD);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(again).toBeHidden();
  await expect(exam.getByLabel('Price')).toHaveValue('625');
  await save.click();
  await expect(page.getByText(`“${name}” was updated.`)).toBeVisible();
  await expect(row).toContainText('₹625');
});

test('a list that couldn’t load because the session had ended appears after the new sign-in, whose window opens only with its form', async ({
  page,
}) => {
  const session = await openAdminSession(server);
  await signedIn(page.context(), server, session);
  await callApi(server, 'auth/signout', { token: session.token, body: {} });
  const showForm = await holdBack(page, /\/assets\/sign-in-[^/]+\.js/);
  await page.goto(`${server.url}/admincandidates`);
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(page.getByRole('button', { name: 'Sign in again' })).toBeVisible();
  await expect(again).toBeHidden();
  showForm();
  await again.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await again.getByLabel('Password').fill(ADMIN_PASSWORD);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('table', { name: 'Candidates' })).toBeVisible();
});

test('a sign-in window that was closed is not reopened by a slower reply that reports the same ended session', async ({
  page,
}) => {
  const session = await openAdminSession(server);
  await signedIn(page.context(), server, session);
  await callApi(server, 'auth/signout', { token: session.token, body: {} });
  const goOn = await holdBack(page, /\/candidates\/lists/);
  await page.goto(`${server.url}/admincandidates`);
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByRole('button', { name: 'Close' }).click();
  const slower = page.waitForResponse(/\/candidates\/lists/);
  goOn();
  await (await slower).finished();
  // By then the page has drawn whatever the reply triggers.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await expect(again).toBeHidden();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect(again).toBeVisible();
});

test('a list of which anyone may see a part also asks for a new sign-in, and is complete afterwards', async ({
  page,
}) => {
  const name = 'Hidden From Visitors';
  const site = await examSite(server);
  const startDate = new Date();
  await site.createExam({ name, startDate, minutes: 30, status: 'Inactive', sections: [] });
  const session = await openAdminSession(server);
  await signedIn(page.context(), server, session);
  await callApi(server, 'auth/signout', { token: session.token, body: {} });
  await page.goto(`${server.url}/adminexampdfmanager?search=${encodeURIComponent(name)}`);
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password').fill(ADMIN_PASSWORD);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('row', { name })).toBeVisible();
});

test('an address of something that doesn’t exist says so, offers one way on, and no second try', async ({
  page,
}) => {
  await openDesk(page, server);
  for (const [path, one] of [
    ['adminexampreview', 'exam'],
    ['adminmarking', 'exam'],
    ['adminanalysis', 'exam'],
    ['adminmeritlist', 'exam'],
    ['proctor/report', 'exam'],
    ['adminrescore', 'question'],
    ['admincandidates', 'candidate'],
  ]) {
    await page.goto(`${server.url}/${path}/x`);
    await expect(page.getByText(`We can’t find this ${one}`), path).toBeVisible();
    await expect(page.getByRole('main').getByRole('link'), path).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Try again' }), path).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('textbox'), path).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('searchbox'), path).toHaveCount(0);
  }
});

test('a preview that couldn’t load because the session had ended appears after the new sign-in', async ({
  page,
}) => {
  const site = await examSite(server);
  const exam = { name: 'Seen Before', startDate: new Date(), minutes: 30, sections: [] };
  const examId = await site.createExam({ ...exam, status: 'Inactive' });
  const session = await openAdminSession(server);
  await signedIn(page.context(), server, session);
  await callApi(server, 'auth/signout', { token: session.token, body: {} });
  await page.goto(`${server.url}/adminexampreview/${examId}`);
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password').fill(ADMIN_PASSWORD);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: exam.name })).toBeVisible();
});

test('after a new sign-in, no entries are missing between the newest of Activity and the older ones', async ({
  page,
}) => {
  const site = await examSite(server);
  const exam = { name: 'Changed Often', startDate: new Date(), minutes: 30, sections: [] };
  const examId = await site.createExam({ ...exam, status: 'Inactive' });
  const change = async (times: number) => {
    for (let n = 0; n < times; n += 1) await site.changeExam(examId, { minutes: 30 + (n % 2) });
  };
  await change(110);
  const session = await openAdminSession(server);
  await signedIn(page.context(), server, session);
  await page.goto(`${server.url}/adminactivity?subject=${examId}`);
  const older = page.getByRole('button', { name: 'Show older' });
  await older.click();
  await expect(page.getByText('The newest 100.')).toBeVisible();
  await change(60);
  await callApi(server, 'auth/signout', { token: session.token, body: {} });
  await older.click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password').fill(ADMIN_PASSWORD);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The newest 50.')).toBeVisible();
  for (const sum of ['The newest 100.', 'The newest 150.', 'That’s all 171.']) {
    await older.click();
    await expect(page.getByText(sum)).toBeVisible();
  }
});
