/** Documents are marked by keyboard alone, from Exam Score to the candidate's result. */
import { devices, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { read, utils } from 'xlsx';
import { markingListSchema } from '#contract/desk/marking.ts';
import { userReplySchema } from '#contract/wire/users.ts';
import { makePdf } from '#tests/support/make-hostile-uploads.ts';
import { expectAccessible } from './support/accessible.ts';
import { callApi, openAdminSession, openDesk, signedIn } from './support/admin-session.ts';
import { examSite, type PaidCandidate } from './support/exam-site.ts';
import { holdBack } from './support/hold-back.ts';
import { makeQuestions } from './support/question-file.ts';
import { ADMIN_PASSWORD } from './support/running-server.ts';
import { server, shareServer, test } from './support/test.ts';

const { defaultBrowserType: _, ...desktop } = devices['Desktop Chrome'];
test.use({ ...desktop, viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });

shareServer();

async function photo(colour: string): Promise<Uint8Array<ArrayBuffer>> {
  const drawing = sharp({ create: { width: 600, height: 800, channels: 3, background: colour } });
  return new Uint8Array(await drawing.jpeg().toBuffer());
}

/** Sends the pages and submits, as a client without the device protocol. */
async function submit({ uid, token, examId }: PaidCandidate, pages: readonly File[]) {
  const headers = { authorization: `Bearer ${token}` };
  const base = `${server.url}/api/v1/exams`;
  if (pages.length > 0) {
    const form = new FormData();
    form.set('uid', uid);
    form.set('examID', examId);
    for (const page of pages) form.append('docs', page);
    const sent = await fetch(`${base}/upload-docs`, { method: 'POST', headers, body: form });
    expect(sent.status).toBe(200);
  }
  const handed = await fetch(`${base}/submit-mcq`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ uid, examID: examId, answers: [] }),
  });
  expect(handed.status).toBe(200);
}

const markField = (page: Page) => page.getByLabel('Documents (marks)');
const chosen = (page: Page) =>
  page.getByRole('navigation', { name: 'Candidates' }).locator('[aria-current]');
const keys = (page: Page) => page.keyboard;

test('documents are marked by keyboard, candidate after candidate', async ({ page }) => {
  const site = await examSite(server);
  const examId = await site.createExam({
    name: 'Essay on paper',
    startDate: new Date(Date.now() - 60_000),
    minutes: 30,
    format: 'DOC Upload',
    sections: [],
  });
  const candidates: PaidCandidate[] = [];
  for (const colour of ['#e8c9a0', '#a0c9e8', '#a0e8b4']) {
    const candidate = await site.paidCandidate(examId);
    await submit(candidate, [
      new File([await photo(colour)], 'first page.jpg'),
      new File([new Uint8Array(makePdf())], 'second page.pdf'),
    ]);
    candidates.push(candidate);
  }

  await openDesk(page, server);
  await page.getByRole('link', { name: 'Exam Score' }).click();
  await page.getByLabel('Select Exam').selectOption({ label: 'Essay on paper' });
  const link = page.getByRole('link', { name: 'Mark documents' });
  await link.focus();
  await keys(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Mark documents' })).toBeVisible();
  await expect(page.getByText('Essay on paper')).toBeVisible();
  await expect(page.getByText('0 of 3 marked')).toBeVisible();
  await expect(markField(page)).toBeFocused();
  const first = await page.getByRole('heading', { level: 2 }).textContent();

  await test.step('the pages can be viewed without leaving the mark field', async () => {
    const picture = page.getByRole('img', { name: 'Page 1: first page.jpg' });
    await expect(picture).toBeVisible();
    const width = (await picture.boundingBox())?.width ?? 0;
    await keys(page).press('+');
    await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeGreaterThan(width);
    await keys(page).press('s');
    await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBe(width);
    await keys(page).press('r');
    await keys(page).press('n');
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await expect(page.getByTitle('Page 2: second page.pdf')).toBeVisible();
    await keys(page).press('p');
    await expect(picture).toBeVisible();
    await expect(markField(page)).toHaveValue('');
    await expectAccessible(page, { exclude: 'iframe' });
  });

  await test.step('a wrong mark and a missing reason are reported at their fields', async () => {
    await keys(page).type('-3');
    await expect(markField(page)).toHaveValue('-3'); // the minus sign is not lost while typing
    await keys(page).press('Enter');
    await expect(page.getByText('A mark can’t be below zero.')).toBeVisible();
    await markField(page).fill('3');
    await keys(page).press('Enter');
    await expect(page.getByText('Please fill this in.')).toBeVisible();
    await expect(page.getByLabel('Reason')).toBeFocused();
    await keys(page).type('Just jotted');
  });

  await test.step('an unsaved mark isn’t left without a question', async () => {
    await markField(page).focus();
    await keys(page).press('ArrowDown');
    const ask = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(ask).toContainText(first ?? '');
    await keys(page).press('Escape');
    await expect(markField(page)).toHaveValue('3');
    await page.getByRole('link', { name: 'Exam Manager' }).click();
    await expect(ask).toBeVisible();
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(new RegExp(`/adminmarking/${examId}$`));
    await markField(page).focus();
    await keys(page).press('j');
    await ask.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page.getByRole('heading', { level: 2 })).not.toHaveText(first ?? '');
    await expect(markField(page)).toBeFocused();
    await keys(page).press('k');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(first ?? '');
    await expect(markField(page)).toHaveValue('');
    await keys(page).type('3');
    await keys(page).press('Tab');
    await keys(page).type('Just jotted');
  });

  await test.step('Enter saves and goes on to the next candidate, until all are marked', async () => {
    await markField(page).focus();
    await keys(page).press('Enter');
    await expect(page.getByText('1 of 3 marked')).toBeVisible();
    await expect(markField(page)).toBeFocused();
    await expect(markField(page)).toHaveValue('');
    await keys(page).press('k');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(first ?? '');
    await expect(markField(page)).toHaveValue('3');
    await keys(page).press('j');
    // The field already holds the previous mark's reason; a typed reason replaces it.
    for (const [marks, before, reason] of [
      ['17.5', 'Just jotted', 'Complete'],
      ['20', 'Complete', ''],
    ] as const) {
      await expect(markField(page)).toHaveValue('');
      await expect(markField(page)).toBeFocused();
      await expect(page.getByLabel('Reason')).toHaveValue(before);
      await keys(page).type(marks);
      await keys(page).press('Tab');
      await keys(page).type(reason);
      await keys(page).press('Enter');
    }
    await expect(page.getByText('3 of 3 marked')).toBeVisible();
    await expect(chosen(page)).toContainText('20');
  });

  await test.step('the last candidate stays open, with the mark as it is now', async () => {
    await expect(page.getByText(/^20 by .+: Complete$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove this mark' })).toBeVisible();
    await expect(markField(page)).toHaveValue('20');
  });

  await test.step('an administrator who changes a mark that somebody else has changed since is told, and chooses', async () => {
    const stored = await page.evaluate(() => localStorage.getItem('user'));
    const headers = { authorization: `Bearer ${JSON.parse(stored ?? '').token}` };
    const api = `${server.url}/api/v1`;
    const answered = await page.request.get(`${api}/exams/${examId}/marking?filter=all`, {
      headers,
    });
    const list = markingListSchema.parse(await answered.json());
    const last = list.rows.find(({ mark }) => mark?.documents === 20);
    if (!last) throw new Error('Nobody has 20 marks');
    const data = { documents: 20, reason: 'Second look', seen: last.mark?.at };
    const marked = await page.request.put(`${api}/sittings/${last.sittingId}/marking`, {
      headers,
      data,
    });
    expect(marked.status()).toBe(200);
    await markField(page).fill('22');
    await keys(page).press('Enter');
    await expect(page.getByText('Someone else has changed this mark')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'Second look' })).toBeVisible();
    await expect(markField(page)).toHaveValue('22');
    await page.getByRole('button', { name: 'Load their version' }).click();
    await expect(markField(page)).toHaveValue('20');
    await expect(page.getByLabel('Reason')).toHaveValue('Second look');
  });

  await test.step('the marks are the candidates’ results', async () => {
    const totals = await Promise.all(
      candidates.map(async (each) => (await site.resultOf(each))?.total),
    );
    expect(totals.toSorted()).toEqual([17.5, 20, 3]);
    await page.getByLabel('Show').selectOption('All');
    await page.reload();
    await expect(page.getByLabel('Show')).toHaveValue('all');
    await expect(page.getByText('3 of 3 marked')).toBeVisible();
    await page.getByLabel('Show').selectOption('To mark');
    await expect(page.getByText('Everything has been marked.')).toBeVisible();
  });

  await test.step('a link in the workbook asks for a sign-in, and then leads to the page', async () => {
    const { token } = await openAdminSession(server);
    const answer = await page.request.get(`${server.url}/api/v1/exams/by-exam/${examId}/export`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const sheet = read(await answer.body()).Sheets.Participants ?? {};
    const cells = utils.sheet_to_json<Record<string, string>>(sheet);
    const link = cells.map((row) => row.Documents).find((cell) => cell !== 'No Docs');
    await page.evaluate(() => localStorage.clear());
    await page.goto(server.url + new URL(link?.split(', ')[0] ?? '').pathname);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('UID').fill('SuperAdmin');
    await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('link', { name: /^Open .+ in a new tab$/ })).toBeVisible();
    await expectAccessible(page);
  });
});

test('no mark can be typed into a list that gives way to another one, and one that was typed outlives a new sign-in', async ({
  page,
}, { repeatEachIndex: round }) => {
  const site = await examSite(server);
  const name = `Essay of slow lists ${round}`;
  const examId = await site.createExam({
    ...{ name, startDate: new Date(Date.now() - 60_000), minutes: 30 },
    ...{ format: 'DOC Upload', sections: [] },
  });
  for (let n = 0; n < 3; n += 1) await submit(await site.paidCandidate(examId), []);
  const session = await openAdminSession(server);
  const { token } = session;
  const list = async () =>
    markingListSchema.parse(
      await callApi(server, `exams/${examId}/marking?filter=to-mark`, { token }),
    ).rows;
  const mark = (sittingId: string | undefined) =>
    callApi(server, `sittings/${sittingId}/marking`, {
      ...{ token, method: 'PUT', body: { documents: 17, reason: 'Complete', seen: null } },
    });
  const [first, second, third] = await list();
  await mark(third?.sittingId);
  await signedIn(page.context(), server, session);
  await page.goto(`${server.url}/adminmarking/${examId}`);
  await expect(markField(page)).toBeVisible();

  const goOn = await holdBack(page, /\/marking\?.*filter=marked/);
  await page.getByLabel('Show').selectOption('Marked');
  await expect(page).toHaveURL(/show=marked/);
  await expect(page.locator('[inert]').getByText('Save & next')).toBeVisible();
  await markField(page).focus();
  await expect(markField(page)).not.toBeFocused();
  await expectAccessible(page);
  goOn();
  await expect(markField(page)).toHaveValue('17');

  await page.getByLabel('Show').selectOption('To mark');
  await chosen(page)
    .filter({ hasText: first?.uid ?? '' })
    .press('j');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(second?.fullName ?? '');
  await markField(page).fill('12');
  await page.getByLabel('Reason').fill('Half of it');
  await mark(first?.sittingId);
  await callApi(server, 'auth/signout', { token, body: {} });
  await markField(page).press('Enter');
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password').fill(ADMIN_PASSWORD);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(
    page.getByRole('navigation', { name: 'Candidates' }).getByRole('button'),
  ).toHaveCount(1);
  await expect(markField(page)).toHaveValue('12');
  await markField(page).press('Enter');
  await expect(page.getByText(/^12 by .+: Half of it$/)).toBeVisible();

  // The candidate leaves the list with the next load: nobody is asked about what was typed for them.
  await markField(page).fill('13');
  const stored = await page.evaluate(() => localStorage.getItem('user'));
  await callApi(server, 'auth/signout', { token: JSON.parse(stored ?? '').token, body: {} });
  await markField(page).press('Enter');
  await again.getByLabel('Password').fill(ADMIN_PASSWORD);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Everything has been marked.')).toBeVisible();
  await page.getByRole('link', { name: 'Exam Manager' }).click();
  await expect(page).toHaveURL(/\/adminexammanager$/);
});

test('candidates are told once by text message that their documents are marked [decision 105]', async ({
  page,
}, { repeatEachIndex: round }) => {
  const site = await examSite(server);
  const name = `Essay on a phone ${round}`;
  const examId = await site.createExam({
    ...{ name, startDate: new Date(Date.now() - 60_000), minutes: 30 },
    ...{ format: 'DOC Upload', sections: [] },
  });
  for (let n = 0; n < 3; n += 1) await submit(await site.paidCandidate(examId), []);
  const { token } = await openAdminSession(server);
  const answered = await callApi(server, `exams/${examId}/marking?filter=all`, { token });
  const { rows } = markingListSchema.parse(answered);
  const mark = (marked: typeof rows) =>
    Promise.all(
      marked.map(({ sittingId }) => {
        const body = { documents: 17.5, reason: 'Complete', seen: null };
        return callApi(server, `sittings/${sittingId}/marking`, { token, method: 'PUT', body });
      }),
    );
  await mark(rows.slice(1));
  const tells = page.getByRole('dialog', { name: 'Tell candidates that their result is out' });
  const send = tells.getByRole('button', { name: /^Send/ });
  const open = () => page.getByRole('button', { name: 'Tell candidates by text message' }).click();

  await openDesk(page, server, `/adminexamscore?exam=${examId}`);
  await open();
  await expect(tells).toContainText('1 candidate has no result to see yet');
  await expectAccessible(page);
  await expect(send).toHaveText('Send 2 text messages');
  await send.click();
  await expect(tells).toContainText('2 text messages will go out now.');
  await page.keyboard.press('Escape');
  await open();
  await expect(tells).toContainText('2 candidates were told before and won’t be told again.');
  await expect(tells).toContainText('There’s nobody left to tell now.');
  await expect(tells).not.toContainText('will get a text message');
  await expect(send).toHaveCount(0);

  // The last candidate is marked. The marking screen leads to the same window, and the second press tells only the new one.
  await mark(rows.slice(0, 1));
  await page.goto(`${server.url}/adminmarking/${examId}`);
  await page.getByRole('link', { name: 'Tell candidates by text message' }).click();
  await expect(send).toHaveText('Send 1 text message');
  await expect(tells).toContainText('The others have a new result, or their message');
  await send.click();
  await expect(tells).toContainText('1 text message will go out now.');
  await page.keyboard.press('Escape');
  await expect(tells).toHaveCount(0);
  await page.goto(`${server.url}/admincandidates/${rows[0]?.uid}`);
  await expect(page.getByRole('rowheader', { name: 'Result is out' })).toHaveCount(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true });

  test('saving a mark brings the next candidate’s pages into view, and the candidate sees a total that includes it', async ({
    page,
    context,
  }) => {
    const site = await examSite(server);
    await site.upload(makeQuestions('Marking', 3));
    const examId = await site.createExam({
      name: 'Essay and questions',
      startDate: new Date(Date.now() - 60_000),
      minutes: 30,
      format: 'MIX',
      sections: [{ type: 'Marking', count: 3 }],
    });
    const candidates: PaidCandidate[] = [];
    for (let n = 0; n < 2; n += 1) {
      const candidate = await site.paidCandidate(examId);
      await submit(candidate, [new File([await photo('#e8c9a0')], 'page.jpg')]);
      candidates.push(candidate);
    }
    await openDesk(page, server, `/adminmarking/${examId}`);
    const first = await page.getByRole('heading', { level: 2 }).textContent();
    await markField(page).fill('40');
    await page.getByLabel('Reason').fill('Complete');
    await page.getByRole('button', { name: 'Save & next' }).click();
    await expect(page.getByRole('heading', { level: 2 })).not.toHaveText(first ?? '');
    await expect(page.getByRole('button', { name: 'Next page' })).toBeInViewport();
    await expect(page.getByRole('img', { name: 'Page 1: page.jpg' })).toBeInViewport();
    await expect(markField(page)).not.toBeFocused();

    const totals = await Promise.all(
      candidates.map(async (each) => (await site.resultOf(each))?.total),
    );
    const [marked, waiting] = totals[0] === 40 ? candidates : candidates.toReversed();
    const seenBy = async (candidate: PaidCandidate | undefined) => {
      const shown = await context.newPage();
      const { uid = '', token = '' } = candidate ?? {};
      await shown.goto(`${server.url}/healthz`);
      const answer = await callApi(server, 'exams/updateuser', {
        token,
        body: { uid, eid: examId },
      });
      const { user } = userReplySchema.parse(answer);
      const stored = JSON.stringify({ ...user, token });
      await shown.evaluate((text) => localStorage.setItem('user', text), stored);
      await shown.goto(`${server.url}/examresult`);
      return shown;
    };
    const before = await seenBy(waiting);
    await expect(before.getByText('of 4.8 for the questions')).toBeVisible();
    await expect(before.getByText('Your answer pages are marked by hand.')).toBeVisible();
    const after = await seenBy(marked);
    await expect(after.getByTestId('total-score')).toHaveText('40');
    await expect(after.getByText('for the questions')).toHaveCount(0);
    await expect(after.getByText('marked by hand')).toHaveCount(0);
  });
});
