/** A paper stored sealed on the phone is opened by a start code, or by one small key, with little or no network. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { callApi, openAdminSession } from './support/admin-session.ts';
import { everythingKept } from './support/everything-kept.ts';
import { scanOffline, showCode } from './support/hall-desk.ts';
import { makeQuestions, scoreByHand } from './support/question-file.ts';
import {
  answer,
  expectEndAt,
  expectKeptOffline,
  next,
  receipt,
  signIn,
  startExam,
  startSoon,
  status,
  submit,
  timer,
} from './support/sitting-page.ts';
import { server, shareSite, site, test } from './support/test.ts';

const questions = makeQuestions('Springs', 6);
const sections = [{ type: 'Springs', count: 6 }];

shareSite(questions);

const exam = (minutes: number) =>
  site.createExam({
    name: 'Sealed',
    start: 'together',
    startDate: new Date(Date.now() + 3_600_000),
    minutes,
    sections,
  });

/** Waits with the paper on the phone for a start that is as near as this machine can manage. */
async function waitWithPaper(page: Page, examId: string, sitting: { toItsEnd?: boolean } = {}) {
  const open = async () => {
    await page.goto(`${server.url}/exam`);
    await expect(page.getByText('Downloaded and locked')).toBeVisible();
    await expectKeptOffline(page);
  };
  const soon = await startSoon(site, examId, open, sitting);
  await expect(page.getByLabel('Time to the start')).toHaveText(/hours00minutes0/);
  // The stored paper is updated as well, because the phone counts the time from the start stored with it.
  await expect.poll(() => everythingKept(page)).toContain(`"startsAt":${soon.opensAt}`);
  return soon;
}

/** Waits for the start by the test's own date, because a phone without a network can't be told. */
const untilOpen = (opensAt: number) =>
  expect.poll(() => Date.now(), { timeout: 300_000 }).toBeGreaterThan(opensAt);

/** What the service worker has stored: the API's replies among it, and which of these texts it contains. */
const cached = (page: Page, texts: readonly string[]) =>
  page.evaluate(async (wanted) => {
    const urls: string[] = [];
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        urls.push(request.url);
        const kept = (await (await cache.match(request))?.text()) ?? '';
        found.push(...wanted.filter((text) => kept.includes(text)));
      }
    }
    return { answers: urls.filter((url) => url.includes('/api/')), found };
  }, texts);

test('[AT18] without any network from before the start until after the end, the start code opens the paper, and the proctor’s camera takes over the answers', async ({
  page,
  context,
}) => {
  const examId = await exam(1);
  await site.makeStartCode(examId);
  const candidate = await site.paidCandidate(examId);
  const choices = new Map<string, string>();
  await signIn(page, server.url, candidate);
  const { opensAt, minutes } = await waitWithPaper(page, examId, { toItsEnd: true });
  const asks = questions.map(({ text }) => text);
  expect(await cached(page, asks)).toMatchObject({ answers: [], found: [] });
  const kept = await everythingKept(page);
  for (const text of asks) expect(kept).not.toContain(text);
  await context.setOffline(true);
  await page.goto('about:blank');
  await untilOpen(opensAt);
  await page.goto(`${server.url}/exam`);
  await expect(page.getByText('type your proctor’s start code')).toBeVisible();
  await page.getByRole('button', { name: 'Start exam' }).click();

  const field = page.getByLabel('Start code');
  await expect(field).toBeVisible();
  await expect(page.getByText('The timer is already running for everyone')).toBeVisible();
  await expectAccessible(page);
  // The start was asked for before the reload, so the phone asks again and shows the field by itself.
  await page.reload();
  await expect(field).toBeVisible();
  const code = await site.startCode(examId);
  const open = page.getByRole('button', { name: 'Open the paper' });
  // A typing mistake is reported at once.
  const slip = (code.startsWith('2') ? '3' : '2') + code.slice(1);
  await field.fill(slip);
  await expect(page.getByText('One character is wrong')).toBeVisible();
  const spoken = `${code.slice(0, 5).toLowerCase()} - ${code.slice(5)}`.replace(/0/g, 'o');
  await field.fill(spoken.replace(/1/g, 'l'));
  await open.click();
  await expect(timer(page)).toBeVisible();
  // Once opened, the questions can be found on the phone, so the search above would have found them.
  await expect
    .poll(async () => {
      const opened = await everythingKept(page);
      return asks.filter((text) => !opened.includes(text));
    })
    .toEqual([]);
  // The failed requests before the code are no longer reported.
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectEndAt(page, opensAt + minutes * 60_000);
  await answer(page, questions, 0, choices);
  await next(page);
  await page.reload();
  await answer(page, questions, 1, choices);
  await expect(status(page)).toHaveText(/Saved on this phone/);
  await expect(page.getByText('Submitted on this phone')).toBeVisible({
    timeout: minutes * 60_000 + 10_000,
  });

  // This phone has no network at all, so its answers go through the proctor's camera to a phone that has none either.
  await scanOffline([await showCode(page)], { server, examId, name: 'Sealed' }, async (hall) => {
    expect(await site.resultOf(candidate)).toBeNull();
    await hall.context().setOffline(false);
    await expect(hall.getByText('The exam server has the submission.')).toBeAttached();
  });
  expect(await site.resultOf(candidate)).toEqual(scoreByHand(questions, choices));
  await page.getByRole('button', { name: 'Close' }).click();
  await context.setOffline(false);
  await receipt(page);
});

test('[decision 45] agreed accommodations apply by themselves, both to a sealed paper opened by code without a network and on another phone', async ({
  page,
  context,
  browser,
}) => {
  const examId = await exam(22);
  await site.makeStartCode(examId);
  const candidate = await site.paidCandidate(examId);
  const agreed = { room: 'Room 5', extraPercent: 25, largerText: true, reader: true, note: '' };
  const { token } = await openAdminSession(server);
  const path = `exams/${examId}/participants/${candidate.uid}`;
  await callApi(server, path, { method: 'PUT', token, body: agreed });
  await signIn(page, server.url, candidate);
  const { opensAt } = await waitWithPaper(page, examId);
  await expect(
    page.getByText('You have 22 minutes, plus 5.5 minutes of extra time.'),
  ).toBeVisible();
  await context.setOffline(true);
  await page.goto('about:blank');
  await untilOpen(opensAt);
  await page.goto(`${server.url}/exam`);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await page.getByLabel('Start code').fill(await site.startCode(examId));
  await page.getByRole('button', { name: 'Open the paper' }).click();
  const appliesOn = async (phone: Page) => {
    await expect(timer(phone)).toBeVisible();
    await expectEndAt(phone, opensAt + 27.5 * 60_000);
  };
  /** Expects the text two steps above the usual size, and sets it back. */
  const isLargeOn = async (phone: Page) => {
    const smaller = phone.getByRole('button', { name: 'Smaller text' });
    for (const steps of [2, 1]) {
      await expect(smaller, `${steps} steps left`).toBeEnabled();
      await smaller.click();
    }
    await expect(smaller).toBeDisabled();
  };
  await appliesOn(page);
  await page.reload();
  await appliesOn(page);
  await isLargeOn(page);
  const other = await browser.newContext({ viewport: { width: 360, height: 800 } });
  const second = await other.newPage();
  await signIn(second, server.url, candidate);
  await startExam(second, server.url);
  await appliesOn(second);
  await isLargeOn(second);
  await other.close();
});

test('a start without a reply, in an exam where each candidate has their own time, says that the timer may be running and what a code does', async ({
  page,
  context,
}) => {
  const examId = await site.createExam({
    name: 'Sealed, in own time',
    startDate: new Date(Date.now() + 3_600_000),
    minutes: 30,
    sections,
  });
  await site.makeStartCode(examId);
  const candidate = await site.paidCandidate(examId);
  await signIn(page, server.url, candidate);
  const { opensAt } = await waitWithPaper(page, examId);
  await context.setOffline(true);
  await untilOpen(opensAt);
  // Once the countdown is over, the phone asks automatically.
  await expect(page.getByLabel('Start code')).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'The exam server didn’t respond. You don’t need a network' }),
  ).toBeVisible();
  await expect(page.getByText('the timer is already running. If not')).toBeVisible();
  await expect(page.getByText('The exam has started')).toHaveCount(0);
});

test('[AT17] one small key opens the paper at the start, and the first question needs no other reply', async ({
  page,
  context,
}) => {
  const examId = await exam(30);
  const candidate = await site.paidCandidate(examId);
  const choices = new Map<string, string>();
  await signIn(page, server.url, candidate);
  await waitWithPaper(page, examId);
  const asked: string[] = [];
  await context.route('**/api/v1/**', async (route) => {
    const path = new URL(route.request().url()).pathname;
    asked.push(path.replace(/^.*v1\//, ''));
    // No other request gets through.
    await (path.endsWith('/key') ? route.continue() : route.abort());
  });
  await expect(timer(page)).toBeVisible();
  await answer(page, questions, 0, choices);
  expect(asked).toContain(`exams/${examId}/key`);
  await context.unroute('**/api/v1/**');
  await submit(page);
  await receipt(page);
  expect(await site.resultOf(candidate)).toEqual(scoreByHand(questions, choices));
});
