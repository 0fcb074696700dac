/** The administrator watches an exam under way and decides on late work, at a phone's width. */
import { devices, expect } from '@playwright/test';
import { type OpenReply, openReplySchema } from '#contract/wire/sync.ts';
import { expectAccessible } from './support/accessible.ts';
import { openDesk } from './support/admin-session.ts';
import { examSite, type PaidCandidate } from './support/exam-site.ts';
import { startWithDateOff } from './support/lying-clock.ts';
import { makeQuestions } from './support/question-file.ts';
import { server, shareServer, test } from './support/test.ts';

const { defaultBrowserType: _, ...desktop } = devices['Desktop Chrome'];
test.use({ ...desktop, viewport: { width: 360, height: 800 }, serviceWorkers: 'block' });

shareServer();

async function post({ token }: PaidCandidate, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
}

async function open(who: PaidCandidate, deviceId: string, takeOver = false): Promise<OpenReply> {
  const body = { protocol: 1, deviceId, takeOver };
  return openReplySchema.parse(await post(who, `exams/${who.examId}/sitting`, body));
}

/** Submits on a tablet while the phone, which has no network, still holds an answer, then sends that answer late. */
async function sitWithLateAnswer(who: PaidCandidate) {
  const { sittingId, epoch, questions } = await open(who, 'phone-1');
  await open(who, 'tablet-1', true);
  const [first, second] = questions.map(({ qid }) => qid);
  const answers = [{ qid: first, answer: 'OptionOne' }];
  await post(who, 'exams/submit-mcq', { uid: who.uid, examID: who.examId, answers });
  const late = { seq: 1, type: 'answered', qid: second, answer: 'OptionTwo' };
  const events = [{ ...late, at: Date.now(), elapsed: 1_000 }];
  await post(who, 'sync/push', { protocol: 1, sittingId, deviceId: 'phone-1', epoch, events });
}

/** The minute within twelve hours that a time such as `Refreshed at 1:05:30 pm IST` names. */
function minuteOf(said: string): number {
  const [, hour, minute] = /(\d+):(\d\d)/.exec(said) ?? [];
  return (Number(hour) % 12) * 60 + Number(minute);
}

test('[rule 16] the office watches an exam, and decides on late work with a reason', async ({
  page,
}) => {
  const site = await examSite(server);
  await site.upload(makeQuestions('Winds', 4));
  const examId = await site.createExam({
    name: 'Winds of the world',
    startDate: new Date(Date.now() - 60_000),
    minutes: 60,
    sections: [{ type: 'Winds', count: 4 }],
  });
  await site.paidCandidate(examId);
  await open(await site.paidCandidate(examId), 'phone-1');
  const late = await site.paidCandidate(examId);
  await sitWithLateAnswer(late);

  // This computer's date is three hours behind, but the times on the page are still the server's.
  await startWithDateOff(page, -3 * 3_600_000);
  await openDesk(page, server, '/adminlive');

  const exam = page.getByRole('listitem').filter({ hasText: 'Winds of the world' });
  await expect(exam).toContainText('Opened');
  const refreshed = minuteOf(await page.getByText(/^Refreshed at/).innerText());
  const inIndia = Math.floor((Date.now() / 60_000 + 330) % 720);
  expect([0, 1, 2, 719]).toContain((inIndia - refreshed + 720) % 720);
  await test.step('figures say how many candidates have come how far', async () => {
    for (const figure of ['1 Not started yet', '1 Under way', '1 Submitted', '0 of them silent'])
      await expect(exam.getByRole('link', { name: figure })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the figures follow what happens, without taking the focus', async () => {
    const figure = exam.getByRole('link', { name: 'Under way' });
    await figure.focus();
    await open(await site.paidCandidate(examId), 'phone-1');
    await expect(figure).toHaveText('2 Under way');
    await expect(figure).toBeFocused();
  });

  await test.step('the proctor’s board, where something can be done about it, is one press away', async () => {
    await exam.getByRole('link', { name: 'Open the proctor’s board' }).click();
    await expect(page.getByRole('button', { name: 'Act on a room or everyone' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Winds of the world' })).toBeVisible();
    await page.goBack();
  });

  await test.step('a figure leads to its candidates', async () => {
    await exam.getByRole('link', { name: 'Submitted' }).click();
    const row = page.getByRole('row', { name: late.uid });
    await expect(row).toContainText('Submitted');
    await expect(row).toContainText('1 of 4');
    await expect(page.getByRole('row')).toHaveCount(1); // as cards they have no row of headings
    await expectAccessible(page);
  });

  await test.step('the search is in the address, and on a laptop every column is complete', async () => {
    await page.getByPlaceholder('Search candidates...').fill(late.uid);
    await expect(page).toHaveURL(new RegExp(`filter=handed-in&search=${late.uid}`));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    await expect(page.getByPlaceholder('Search candidates...')).toHaveValue(late.uid);
    await expect(page.getByRole('row', { name: late.uid })).toContainText('1 of 4');
    const frame = page.locator('[data-desk-table]');
    const cut = await frame.evaluate((table) => [
      table.scrollWidth > table.clientWidth,
      ...[...table.querySelectorAll('th')].map((head) => head.scrollWidth > head.clientWidth),
    ]);
    expect(cut).not.toContain(true);
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('checkbox', { name: 'Device changes' }).uncheck();
    await expect(page.getByRole('columnheader', { name: 'Device changes' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 800 });
  });

  await test.step('late work waits with its evidence, and is counted with a reason', async () => {
    await page.getByRole('link', { name: 'Late work to decide', exact: true }).click();
    const card = page.getByRole('listitem').filter({ hasText: late.uid });
    await expect(card).toContainText('Winds of the world');
    await expect(card.getByRole('row', { name: 'Answered question 2' })).toContainText('1 s');
    await expect(card).toContainText(
      'Why it’s waiting: When it arrived, the candidate may already',
    );
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Count it' }).click();
    const dialog = page.getByRole('dialog', { name: 'Count this late work?' });
    await dialog.getByRole('button', { name: 'Count it' }).click();
    await expect(dialog.getByText('Please fill this in.')).toBeVisible();
    await dialog.getByLabel('Reason').fill('The hall had no network');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Count it' }).click();
    await expect(page.getByText('the score was recalculated')).toBeVisible();
    await expect(page.getByText('Nothing to decide.')).toBeVisible();
  });
});

test('a search among an exam’s candidates is kept under each of its figures', async ({ page }) => {
  const site = await examSite(server);
  await site.upload(makeQuestions('Straits', 1));
  const examId = await site.createExam({
    name: 'Straits',
    startDate: new Date(Date.now() - 60_000),
    minutes: 60,
    sections: [{ type: 'Straits', count: 1 }],
  });
  const [wanted, other, waiting] = [
    await site.paidCandidate(examId),
    await site.paidCandidate(examId),
    await site.paidCandidate(examId),
  ];
  for (const candidate of [wanted, other]) await open(candidate, 'phone-1');
  await openDesk(page, server, `/adminlive?exam=${examId}&filter=not-started`);
  await expect(page.getByRole('row', { name: waiting.uid })).toBeVisible();
  await page.getByRole('searchbox').fill(wanted.uid);
  await expect(page.getByText('No candidates match your search.')).toBeVisible();
  await page.getByRole('link', { name: /All who started/ }).click();
  await expect(page.getByRole('row', { name: wanted.uid })).toBeVisible();
  await expect(page.getByRole('row', { name: other.uid })).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toHaveValue(wanted.uid);
});

test('the candidates of an exam can be sorted by a column, and stay sorted under another figure', async ({
  page,
}) => {
  const site = await examSite(server);
  await site.upload(makeQuestions('Gulfs', 1));
  const examId = await site.createExam({
    name: 'Gulfs',
    startDate: new Date(Date.now() - 60_000),
    minutes: 60,
    sections: [{ type: 'Gulfs', count: 1 }],
  });
  const people = [await site.paidCandidate(examId), await site.paidCandidate(examId)];
  for (const candidate of people) await open(candidate, 'phone-1');
  await page.setViewportSize({ width: 1280, height: 800 });
  await openDesk(page, server, `/adminlive?exam=${examId}&filter=started`);
  const heads = page.getByRole('rowheader');
  await expect(heads).toHaveCount(2);
  const names = await heads.allInnerTexts();
  // The names are in ascending order from the start, so only descending order shows that they are sorted.
  const column = page.getByRole('columnheader', { name: 'Candidate' });
  await column.getByRole('button').click();
  await column.getByRole('button').click();
  await expect(column).toHaveAttribute('aria-sort', 'descending');
  const turned = [...names].sort().reverse();
  await expect(heads).toHaveText(turned);
  await page.getByRole('link', { name: /Under way/ }).click();
  await expect(column).toHaveAttribute('aria-sort', 'descending');
  await expect(heads).toHaveText(turned);
});

test('a page beyond the last of an exam’s candidates becomes the last page, and an unknown filter the usual one', async ({
  page,
}) => {
  const site = await examSite(server);
  await site.upload(makeQuestions('Tides', 1));
  const examId = await site.createExam({
    name: 'Tides of the sea',
    startDate: new Date(Date.now() - 60_000),
    minutes: 60,
    sections: [{ type: 'Tides', count: 1 }],
  });
  for (let made = 0; made < 11; made += 1) await site.paidCandidate(examId);
  const sitting = await site.paidCandidate(examId);
  await open(sitting, 'phone-1');
  const address = `/adminlive?exam=${examId}`;
  await openDesk(page, server, `${address}&filter=not-started&pageSize=10&page=9`);
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.goto(`${server.url}${address}&filter=nonsense`);
  await expect(page.getByRole('row', { name: sitting.uid })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(1);
});
