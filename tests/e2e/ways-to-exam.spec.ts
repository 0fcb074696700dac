/** A candidate in an exam who ends up on another page without a network is led back; one who was moved to another exam is led there. */
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

/** Opens an exam that began a minute ago, answers one question, and goes offline. */
async function writeOffline(page: Page) {
  await typeSignIn(page, server.url, await site.paidCandidate(await began(1, { minutes: 20 })));
  // The exam has begun, so there is nothing to count down to.
  const booked = page.getByText(/^Your seat is booked: Ways, .* IST\.$/);
  await expect(booked).not.toContainText('countdown');
  await startExam(page, server.url);
  await expectKeptOffline(page);
  const answered = await answer(page, questions, 1, new Map());
  await page.context().setOffline(true);
  return answered;
}

test('[rule 6] any address of the site, opened without a network during the exam, leads to the exam first', async ({
  page,
  context,
}) => {
  const { text, options } = await writeOffline(page);

  // Back from the exam is the payment's page, which can't be checked now, so it doesn't show an order number.
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

test('[rule 3] a candidate who leaves an exam that is submitted but not received reads that it will be sent automatically, and nothing about time', async ({
  page,
}) => {
  // The note of the sitting is written under this lock. Holding the lock delays the note, so the candidate leaves before it is written.
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

test('a candidate who comes when an exam that starts together is over reads that first', async ({
  page,
}) => {
  const examId = await began(3, { minutes: 20, start: 'together' });
  const candidate = await site.paidCandidate(examId);
  // Nobody can pay for it any more, so the exam is moved after the payment.
  await site.changeExam(examId, { startDate: new Date(Date.now() - 21 * 60_000) });
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/exam`);
  await expect(page.getByText(/^This exam is over/)).toBeVisible();
  await expectSound(page);
});

test('[AT19] an exam that starts together and was reopened after its end opens even on a phone that only has its paper', async ({
  page,
}) => {
  const examId = await began(-5, { minutes: 1, start: 'together' });
  const candidate = await site.paidCandidate(examId);
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/exam`);
  await expect(page.getByText('Downloaded and locked')).toBeVisible();
  // The exam is submitted on another phone, shortly before its end.
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

test('agreed extra time keeps an exam open for its candidate when it is over for all others', async ({
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

  // This candidate has not paid yet. The server accepts the fee, so the screens offer it.
  await signedIn(page.context(), server, await openSession(server, uid, PASSWORD));
  await page.goto(`${server.url}/jobs`);
  await page.getByRole('link', { name: 'Pay the exam fee' }).click();
  await expect(page.getByRole('button', { name: 'Pay Now' })).toBeVisible();

  await signedIn(page.context(), server, await openSession(server, paid.uid, PASSWORD));
  await page.goto(`${server.url}/exam`);
  await expect(page.getByText('the timer is running. Press Start exam.')).toBeVisible();
  // Some of that time has already passed.
  const lasts = 'You have 20 minutes, plus 10 minutes of extra time, counted from';
  await expect(page.getByText(`${lasts} ${formatTime(startsAt.toISOString())}.`)).toBeVisible();
  await startExam(page, server.url);
  await expect(timer(page)).toHaveText(/0?[78]:/);
});

test('a person who signs in in another tab is not told that the office has moved them', async ({
  page,
}) => {
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
  // By then the app has noticed the change, and drawn it.
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

test('a phone that waits for one shift waits for the other one once the office has moved its candidate', async ({
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
  // When the network returns, the phone asks for its paper again.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { name: 'Rivers in the evening' })).toBeVisible();
  await expect(page.getByText('The office has moved you to this exam.')).toBeVisible();
  await expect(page.getByText(/^Downloaded and locked/)).toBeVisible();

  // The same happens on the account's page.
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
