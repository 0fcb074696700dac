/** A first visit, counted on the wire, because the browser's own tools leave out the service worker's requests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { keptList } from '#tests/support/kept-list.ts';
import { type TcpWire, tcpWire } from '#tests/support/tcp-wire.ts';
import { examSite, PASSWORD, type PaidCandidate } from './support/exam-site.ts';
import { makeQuestions } from './support/question-file.ts';
import { demoServer, type RunningServer } from './support/running-server.ts';
import { signIn, timer } from './support/sitting-page.ts';
import { test } from './support/test.ts';

let wire: TcpWire;
let server: RunningServer;
test.beforeAll(async () => {
  wire = await tcpWire(() => server.port);
  server = await demoServer(wire.port);
});
test.afterAll(async () => {
  await wire.close();
  await server.stop();
});

const WORKER = join(import.meta.dirname, '../../dist/web/service-worker.js');
/** A file that belongs to the exam, but that no page on the way to the exam waits for. */
const NEEDED_LATER = /\/hand-over-[^/]+\.css$/;
/** The same file, and the status of the payment, which the way to the exam doesn't wait for. */
const HELD = /\/hand-over-[^/]+\.css$|\/payment\/orders\//;
/** These style sheets are part of the sign-in page itself. */
const INLINED = /\/(?:first|base|frame)-[^/]+\.css$/;

test('rule 6: the whole exam is on the phone before Start is offered, after at most 35 requests, and no style sheet is fetched twice', async ({
  page,
}) => {
  const site = await examSite(server);
  await site.upload(makeQuestions('Visits', 4));
  const examId = await site.createExam({
    name: 'First Visit',
    startDate: new Date(Date.now() - 60_000),
    minutes: 20,
    sections: [{ type: 'Visits', count: 4 }],
  });
  const candidate = await site.paidCandidate(examId);
  const from = wire.asked.length;
  const release = wire.hold(HELD);

  await page.goto(`${server.url}/gethired`);
  await page.getByLabel('UID', { exact: true }).fill(candidate.uid);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Go to the exam' }).click();
  const start = page.getByRole('button', { name: 'Start exam' });
  await expect(page.getByText('Getting this phone ready to work without a network…')).toBeVisible();
  await expect(start).toHaveCount(0);
  const exam = keptList(readFileSync(WORKER, 'utf8')).filter(({ stage }) => stage === 'exam');
  expect(exam.filter(({ url }) => NEEDED_LATER.test(url))).toHaveLength(1);

  release();
  await expect(start).toBeVisible();
  await expect(page.getByText('The exam is on this phone and opens offline.')).toBeVisible();
  await start.click();
  await expect(timer(page)).toBeVisible();

  const asked = wire.asked.slice(from);
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(35);
  expect(asked.filter((one) => one === `GET /api/v1/exams/${examId}`)).toHaveLength(1);
  for (const { url } of exam) {
    const times = asked.filter((one) => one.includes(url)).length;
    expect(times, url).toBe(INLINED.test(url) ? 0 : 1);
  }
  expect(exam.filter(({ url }) => INLINED.test(url))).toHaveLength(3);
});

test('rule 6: in an exam that starts together, Start is offered at once and doesn’t move while the phone gets ready', async ({
  page,
}) => {
  const candidate = await someone('Together', 'together');
  const release = wire.hold(HELD);
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/exam`);
  const start = page.getByRole('button', { name: 'Start exam' });
  const notice = page.getByText('Not ready to work without a network yet');
  await expect(notice).toBeVisible();
  const before = await start.boundingBox();
  release();
  await expect(page.getByText('The exam is on this phone and opens offline.')).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(await start.boundingBox()).toEqual(before);
});

/** A candidate who has paid for an exam of this name, which is open. */
async function someone(name: string, start: 'own' | 'together' = 'own'): Promise<PaidCandidate> {
  const site = await examSite(server);
  await site.upload(makeQuestions(name, 1));
  const examId = await site.createExam({
    name,
    start,
    startDate: new Date(Date.now() - 60_000),
    minutes: 20,
    sections: [{ type: name, count: 1 }],
  });
  return site.paidCandidate(examId);
}

test('a sign-in pressed before the page’s scripts have loaded is sent once, and completes when they have', async ({
  page,
}) => {
  const { uid } = await someone('Early');
  const release = wire.hold(/\/base-[^/]+\.js$/);
  const from = wire.asked.length;
  const signIns = () => wire.asked.slice(from).filter((one) => one.startsWith('POST '));

  await page.goto(`${server.url}/gethired`, { waitUntil: 'commit' });
  await page.getByLabel('UID', { exact: true }).fill(uid);
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await button.click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  expect(signIns()).toEqual([]);
  await button.click();
  await expect.poll(signIns).toEqual(['POST /api/v1/auth/signin']);

  release();
  await expect(page.getByRole('link', { name: 'Go to the exam' })).toBeVisible();
  expect(signIns().filter((one) => one.endsWith('/auth/signin'))).toHaveLength(1);
});

test('a reply to the sign-in that came long before the page’s scripts is still used', async ({
  page,
}) => {
  const { uid } = await someone('Long before');
  const release = wire.hold(/\/base-[^/]+\.js$/);
  await page.addInitScript(() => {
    AbortSignal.timeout = () => {
      const wait = new AbortController();
      addEventListener('the wait is over', () => wait.abort());
      return wait.signal;
    };
  });
  await page.goto(`${server.url}/gethired`, { waitUntil: 'commit' });
  await page.getByLabel('UID', { exact: true }).fill(uid);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const answered = page.waitForResponse(/\/auth\/signin$/);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await (await answered).finished();
  // As if more than a minute had passed on a very slow wire.
  await page.evaluate(() => dispatchEvent(new Event('the wait is over')));
  await page.route(/\/auth\/signin$/, (second) => second.abort());

  release();
  await expect(page.getByRole('link', { name: 'Go to the exam' })).toBeVisible();
});

test('a sign-in that was lost before the page’s scripts had loaded is sent again when they have', async ({
  page,
}) => {
  const { uid } = await someone('Lost');
  const release = wire.hold(/\/base-[^/]+\.js$/);
  await page.route(/\/auth\/signin$/, (first) => first.abort(), { times: 1 });
  await page.goto(`${server.url}/gethired`, { waitUntil: 'commit' });
  await page.getByLabel('UID', { exact: true }).fill(uid);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const lost = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await lost;
  release();
  await expect(page.getByRole('link', { name: 'Go to the exam' })).toBeVisible();
});

test('a sign-in typed at once is sent before the scripts that wait for a connection', async ({
  page,
}) => {
  const release = wire.hold(/^GET \/assets\/.*\.js$/);
  const from = wire.asked.length;
  const asked = () => wire.asked.slice(from);
  const scripts = () => asked().filter((one) => one.endsWith('.js'));

  await page.goto(`${server.url}/gethired`, { waitUntil: 'commit' });
  await page.getByLabel('UID', { exact: true }).fill('Nobody');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  // As many as a browser opens connections to one server.
  await expect.poll(scripts).toHaveLength(6);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => page.evaluate(() => window.earlyAnswer !== undefined)).toBe(true);
  expect(asked().filter((one) => one.startsWith('POST '))).toEqual([]);

  release();
  await expect(page.getByRole('alert')).toBeVisible();
  const place = asked().indexOf('POST /api/v1/auth/signin');
  const waited = asked().findIndex((one) => /\/sign-in-[^/]+\.js$/.test(one));
  expect(place, asked().join('\n')).toBeLessThan(waited);
});

test('rule 6: the exam is fetched while the last script of the sign-in page is still loading', async ({
  page,
}) => {
  const release = wire.hold(/\/base-[^/]+\.js$/);
  const from = wire.asked.length;
  await page.goto(`${server.url}/gethired`, { waitUntil: 'commit' });
  await expect
    .poll(() => wire.asked.slice(from).some((one) => /\/store-[^/]+\.js$/.test(one)))
    .toBe(true);
  release();
});
