// npm run bench:board: a proctor's board of 500 sittings on a cheap phone, simulated by Chromium on a slowed processor. Prints
// the longest times without a response to touch while it opens, while it is scrolled, and while all 500 rows change at once.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { hashToken } from '#api/services/auth/sessions.ts';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { openReplySchema } from '#contract/wire/sync.ts';
import { openDatabase } from '#db/client.ts';
import { provisionChromium } from '../support/provision-chromium.ts';
import { createDatabase, provisionPostgres } from '../support/provision-postgres.ts';
import { startServer } from './bench-server.ts';
import { QUESTIONS, type Seat, seedBank, seedHall } from './seed-hall.ts';

const SITTINGS = 500;
const AT_ONCE = 10;
const DEVICE = 'bench-phone-0001';
const TOKEN = 'the-session-of-the-proctor-of-the-bench';

const { values } = parseArgs({ options: { slower: { type: 'string', default: '6' } } });
const postgres = await provisionPostgres();
const url = await createDatabase(postgres.url);
const db = await openDatabase({ databaseUrl: url });
const server = await startServer(url);
const { path, version } = await provisionChromium();
const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
const site = `http://127.0.0.1:${server.port}`;
try {
  console.log(
    `${version}, processor ${values.slower} times slower; ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`,
  );
  await seedBank(db);
  const { examId, seats } = await seedHall(db, SITTINGS);
  const opened = await inTurns(seats, (seat) => open(seat, examId));
  const page = await openBoard(examId);
  await tell(page, `opened, ${SITTINGS} sittings`, () => page.getByText('Up to date.').waitFor());
  await tell(page, 'scrolled to the end and back', () => scroll(page));
  await tell(page, `all ${SITTINGS} answer at once`, async () => {
    await inTurns(opened, answerOne);
    for (const end of [0, Number.MAX_SAFE_INTEGER]) {
      await page.evaluate((top) => window.scrollTo(0, top), end);
      await page.waitForFunction(showsAnswered, `1 of ${QUESTIONS} answered`);
    }
  });
} finally {
  await browser.close();
  await server.stop();
  await db.close();
  await postgres.stop();
}

async function call(path: string, token: string, body: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const reply = await fetch(`${site}/api/v1/${path}`, init);
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

async function open({ token }: Seat, examId: string) {
  const told = await call(`exams/${examId}/sitting`, token, {
    protocol: PROTOCOL,
    deviceId: DEVICE,
  });
  return { token, sitting: openReplySchema.parse(told) };
}

async function answerOne({ token, sitting }: Awaited<ReturnType<typeof open>>): Promise<void> {
  const { sittingId, epoch, questions } = sitting;
  const moment = { at: Date.now(), elapsed: 60_000 };
  const qid = questions[0]?.qid ?? '';
  const events = [{ seq: 1, type: 'answered', qid, answer: 'OptionOne', ...moment }];
  await call('sync/push', token, {
    protocol: PROTOCOL,
    sittingId,
    deviceId: DEVICE,
    epoch,
    events,
  });
}

async function inTurns<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    done.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(act))));
  return done;
}

async function openBoard(examId: string): Promise<Page> {
  const user = { uid: 'BENCHAD', role: 'admin', fullName: 'Bench', email: '', mobile: '' };
  await db.rows(
    `with person as (insert into users (uid, role, full_name, password_hash) values ($1, 'admin', 'Bench', '') returning uid)
     insert into sessions (token_hash, uid, expires_at) select $2, uid, now() + interval '1 day' from person`,
    [user.uid, hashToken(TOKEN)],
  );
  const more = { status: 'Registered', examID: null, examStatus: null, score: [], TxnID: null };
  const stored = { ...user, ...more, mustChangePassword: false, token: TOKEN };
  const localStorage = [{ name: 'user', value: JSON.stringify(stored) }];
  const page = await browser.newPage({
    viewport: { width: 360, height: 800 },
    isMobile: true,
    hasTouch: true,
    storageState: { cookies: [], origins: [{ origin: site, localStorage }] },
  });
  page.setDefaultTimeout(120_000);
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Reflect.set(globalThis, 'longTasks', tasks);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slower) });
  await page.goto(`${site}/proctor?exam=${examId}`, { waitUntil: 'commit' });
  return page;
}

/** Runs in the page: whether every drawn row shows the text. */
function showsAnswered(text: string): boolean {
  const rows = [...document.querySelectorAll('tbody tr')];
  return rows.length > 0 && rows.every((row) => row.textContent?.includes(text));
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(180, 400);
  for (const by of [600, -600])
    for (let times = 0; times < 200; times += 1) {
      await page.mouse.wheel(0, by);
      await page.waitForTimeout(30);
    }
}

async function tell(page: Page, what: string, act: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  await act();
  // Includes what the act has caused.
  await page.waitForTimeout(1_000);
  const seconds = (performance.now() - begun) / 1_000 - 1;
  const tasks = await page.evaluate(() => {
    const all: unknown = Reflect.get(globalThis, 'longTasks');
    return Array.isArray(all) ? all.splice(0).map(Number) : [];
  });
  const longest = Math.round(Math.max(0, ...tasks));
  const blocked = tasks.filter((ms) => ms > 200).length;
  console.log(
    `  ${what.padEnd(32)} ${seconds.toFixed(1).padStart(5)} s; longest task ${longest} ms, ${blocked} over 200 ms, ${tasks.length} over 50 ms`,
  );
}
