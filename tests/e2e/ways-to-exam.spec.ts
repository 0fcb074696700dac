/** Who is in an exam and ends up elsewhere without network is led back to it; who was moved to another, to that one. */
import { expect, type Page } from '@playwright/test';
import { candidateSchema } from '#contract/desk/candidates.ts';
import { boardSchema } from '#contract/hall/board.ts';
import { formatTime } from '#web/shared/format.ts';
import { callApi, openAdminSession, openSession, signedIn } from './support/admin-session.ts';
import { type NewExam, PASSWORD } from './support/exam-site.ts';
import { makeQuestions } from './support/question-file.ts';
import {
  answer,
  expectKeptOffline,
  expectSound,
  option,
  signIn,
  startExam,
  submit,
  timer,
  typeSignIn,
} from './support/sitting-page.ts';
import { server, shareSite, site, test } from './support/test.ts';

const questions = makeQuestions('Rivers', 4);

shareSite(questions);

const began = (minutesAgo: number, more: Pick<NewExam, 'minutes' | 'start'>) =>
  site.createExam({
    name: 'Ways',
    startDate: new Date(Date.now() - minutesAgo * 60_000),
    sections: [{ type: 'Rivers', count: 4 }],
    ...more,
  });

/** In an exam that began a minute ago, one question answered, and then no network. */
async function writeOffline(page: Page) {
  await typeSignIn(page, server.url, await site.paidCandidate(await began(1, { minutes: 20 })));
  // It has begun: there is nothing to count down to.
  const booked = page.getByText(/^Your seat is booked: Ways, .* IST\.$/);
  await expect(booked).not.toContainText('countdown');
  await startExam(page, server.url);
  await expectKeptOffline(page);
  const answered = await answer(page, questions, 1, new Map());
  await page.context().setOffline(true);
  return answered;
}

test('[rule 6] the site’s own address and any other, opened offline in mid-exam, lead to the exam first', async ({
  page,
  context,
}) => {
  const { text, options } = await writeOffline(page);

  // Back from the exam stands the payment: of it nothing can be said now, and the gateway's number says nothing.
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Leave the exam?' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('We couldn’t check your payment')).toBeVisible();
  await expect(page.getByText('The timer may be running.')).toBeVisible();
  await expect(page.getByText('Order ID')).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to your exam' }).click();
  await expect(timer(page)).toBeVisible();
  await page.close();

  const second = await context.newPage();
  for (const path of ['/', '/account', '/onlineassessment', '/nowhere']) {
    await second.goto(`${server.url}${path}`);
    await expect(second.getByText('This page needs a network')).toBeVisible();
    const way = second.getByRole('alert').locator('a, button').first();
    await expect(way).toHaveText('Go to your exam');
  }
  await second.getByRole('link', { name: 'Go to your exam' }).click();
  await expect(second.getByText(text, { exact: true })).toBeVisible();
  await expect(option(second, options[1])).toBeChecked();
});

test('[rule 3] a candidate who leaves an exam that is submitted and not received reads that it goes out by itself, and of no time', async ({
  page,
}) => {
  // The note of the sitting is written under this lock: so it is late, and the exam is left before it stands.
  const other = await page.context().newPage();
  await other.goto(`${server.url}/robots.txt`);
  await writeOffline(page);
  await other.evaluate(() => {
    void navigator.locks.request('sitting-note', () => new Promise(() => {}));
  });
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Submitted on this phone' })).toBeVisible();
  await page.goto(`${server.url}/nowhere`);
  const told = page.getByRole('alert');
  await expect(told).toContainText('timer may be running');
  await other.close();
  await expect(told).toContainText(
    'Your submission is on this phone. It will be sent automatically',
  );
  await expect(told).not.toContainText('timer may be running');
  await expectSound(page);
  await told.getByRole('link', { name: 'Go to your exam' }).click();
  await expect(page.getByRole('heading', { name: 'Submitted on this phone' })).toBeVisible();
});

test('a candidate who comes when the time of all is over reads that first', async ({ page }) => {
  const examId = await began(3, { minutes: 20, start: 'together' });
  const candidate = await site.paidCandidate(examId);
  // Nobody could pay for it by now.
  await site.changeExam(examId, { startDate: new Date(Date.now() - 21 * 60_000) });
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/exam`);
  await expect(page.getByText(/^This exam is over/)).toBeVisible();
  await expectSound(page);
});

test('[AT19] an exam that starts together and was reopened after its end opens on a phone that only has its paper, too', async ({
  page,
}) => {
  const examId = await began(-5, { minutes: 1, start: 'together' });
  const candidate = await site.paidCandidate(examId);
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/exam`);
  await expect(page.getByText('Downloaded and locked')).toBeVisible();
  // Taken on another phone, soon before the end.
  await site.changeExam(examId, { startDate: new Date(Date.now() - 25_000) });
  const { uid, token } = candidate;
  await callApi(server, 'exams/submit-mcq', { token, body: { uid, examID: examId, answers: [] } });
  const { token: admin } = await openAdminSession(server);
  const board = await callApi(server, `proctor/board?exam=${examId}`, { token: admin });
  const row = boardSchema.parse(board).rows.find((other) => other.uid === uid)?.id;
  const act = {
    ...{ id: `reopens${uid}`.padEnd(20, '0'), examId, doneAt: new Date().toISOString() },
    ...{ kind: 'reopen', to: { row }, minutes: 15, reason: 'The phone died' },
  };
  await callApi(server, 'proctor/acts', {
    token: admin,
    body: { deviceId: 'desk-1', acts: [act] },
  });
  await page.goto(`${server.url}/exam`);
  await expect(page.getByText('If your proctor gave you more time, press')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expect(timer(page)).toHaveText(/^1[45]:/);
});

test('extra time agreed with a candidate keeps their exam open to them when it is over for all others', async ({
  page,
}) => {
  const examId = await began(21, { minutes: 20, start: 'together' });
  await site.changeExam(examId, { startDate: new Date(Date.now() + 60_000) });
  const { uid } = (await site.registered(examId)).user;
  const paid = await site.paidCandidate(examId);
  const admin = await openAdminSession(server);
  for (const who of [uid, paid.uid]) {
    const body = { room: '', extraPercent: 50, largerText: false, reader: false, note: '' };
    const path = `exams/${examId}/participants/${who}`;
    await callApi(server, path, { token: admin.token, method: 'PUT', body });
  }
  const startsAt = new Date(Date.now() - 21 * 60_000);
  await site.changeExam(examId, { startDate: startsAt });

  // Not paid yet: the server takes the fee, so the screens offer it.
  await signedIn(page.context(), server, await openSession(server, uid, PASSWORD));
  await page.goto(`${server.url}/jobs`);
  await page.getByRole('link', { name: 'Pay the exam fee' }).click();
  await expect(page.getByRole('button', { name: 'Pay Now' })).toBeVisible();

  await signedIn(page.context(), server, await openSession(server, paid.uid, PASSWORD));
  await page.goto(`${server.url}/exam`);
  await expect(page.getByText('the timer is running. Press Start exam.')).toBeVisible();
  // They don't have all of it any more.
  const lasts = 'You have 20 minutes, plus 10 minutes of extra time, counted from';
  await expect(page.getByText(`${lasts} ${formatTime(startsAt.toISOString())}.`)).toBeVisible();
  await startExam(page, server.url);
  await expect(timer(page)).toHaveText(/0?[78]:/);
});

test('who signs in in another tab is not told that the office has moved them', async ({ page }) => {
  const shift = (name: string) =>
    site.createExam({
      ...{ name, minutes: 20, sections: [{ type: 'Rivers', count: 4 }] },
      startDate: new Date(Date.now() + 20 * 3_600_000),
    });
  const candidate = await site.paidCandidate(await shift('Rivers of Asha'));
  const other = await site.paidCandidate(await shift('Rivers of Bela'));
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/exam`);
  await expect(page.getByText(/^Downloaded and locked/)).toBeVisible();
  // Heard after the app has heard it, and drawn.
  const heard = page.evaluate(
    () =>
      new Promise<string>((tell) => {
        addEventListener('storage', ({ key }) => {
          if (key === 'user') requestAnimationFrame(() => tell(location.hash));
        });
      }),
  );
  const tab = await page.context().newPage();
  await tab.goto(`${server.url}/termsconditions`);
  await tab.evaluate((stored) => localStorage.setItem('user', stored), other.stored);
  expect(await heard).toBe('');
  await expect(page.getByRole('heading', { name: 'Rivers of Asha' })).toBeVisible();
});

test('a phone that waits for one shift waits for the other once the office has moved its candidate', async ({
  page,
}) => {
  const shift = (name: string, inHours: number) =>
    site.createExam({
      ...{ name, minutes: 20, sections: [{ type: 'Rivers', count: 4 }] },
      startDate: new Date(Date.now() + inHours * 3_600_000),
    });
  const morning = await shift('Rivers in the morning', 20);
  const evening = await shift('Rivers in the evening', 28);
  const candidate = await site.paidCandidate(morning);
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/exam`);
  await expect(page.getByRole('heading', { name: 'Rivers in the morning' })).toBeVisible();
  await expect(page.getByText(/^Downloaded and locked/)).toBeVisible();

  const { token } = await openAdminSession(server);
  const move = async (examID: string) => {
    const path = `candidates/${candidate.uid}`;
    const { enrolments } = candidateSchema.parse(await callApi(server, path, { token }));
    const body = {
      enrolment: enrolments[0]?.id,
      examID,
      reason: 'Two exams on one morning',
    };
    await callApi(server, `${path}/move`, { token, body });
  };
  await move(evening);
  // A network that returns has the phone look at its paper again.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { name: 'Rivers in the evening' })).toBeVisible();
  await expect(page.getByText('The office has moved you to this exam.')).toBeVisible();
  await expect(page.getByText(/^Downloaded and locked/)).toBeVisible();

  // From the account's page as well.
  await page.goto(`${server.url}/account`);
  await expect(page.getByText(/Downloaded and locked/)).toBeVisible();
  await move(morning);
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').examID))
    .toBe(morning);
  await page.getByRole('link', { name: 'Go to the exam' }).click();
  await expect(page.getByRole('heading', { name: 'Rivers in the morning' })).toBeVisible();
});
