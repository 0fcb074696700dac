/**
 * `npm run rehearse:upgrade`: the previous version and this one side by side behind nginx, on one Postgres, under load. As an
 * operator does, replaces the two old processes one after the other. The first new process migrates the database while an old
 * one serves; if a migration says `stop first`, both stop before it. `-- --from REF` names the old version; the default is the
 * last tag, or the commit before the last migration. Needs Debian's nginx and openssl. Exit code 0: nothing acknowledged is
 * missing, nobody got anything but "later", and the lists agree with the log.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import * as z from 'zod';
import { countExisting } from '#api/services/sittings/count-existing.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { migrationsLeft } from '#db/database.ts';
import type { Answer, TestApi } from '../support/api.ts';
import { deviceOf, type TestDevice } from '../support/device.ts';
import { freePort } from '../support/free-port.ts';
import { createDatabase, provisionPostgres } from '../support/provision-postgres.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { AcknowledgedLoad } from './acknowledged-load.ts';
import { checkOut } from './earlier-version.ts';
import { startNginx } from './nginx.ts';
import { overHttp2 } from './over-http2.ts';

const CANDIDATES = 60;
/** Candidates who begin only while both versions serve. */
const LATECOMERS = 12;
const QUESTIONS = 10;
const SOME = (CANDIDATES - LATECOMERS) * 4;
/** How long a report keeps its tables locked while the migrations want them. */
const REPORT_MS = 5_000;
/** The longest gap allowed. A migration that waited for the report would make everybody wait as long. */
const LONGEST_GAP_MS = 3_000;
/** How often a phone repeats a request that was answered with "later" or not at all. */
const TRIES = 100;

const { values } = parseArgs({ options: { from: { type: 'string' } } });
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const madeSchema = z.object({
  examId: z.string(),
  adminToken: z.string(),
  people: z.array(z.object({ uid: z.string(), token: z.string() })),
});

const home = await checkOut(values.from);
console.log(
  `from ${home.name}: ${home.migrations} migrations; this version has ${home.ownMigrations}`,
);
for (const [name, why] of home.stopFirst)
  console.log(`${name} says that all processes stop first: ${why}`);

const stopsFirst = home.stopFirst.length > 0;

const postgres = await provisionPostgres();
const databaseUrl = await createDatabase(postgres.url);
const made = madeSchema.parse(
  JSON.parse(
    await home.run('tests/rehearse/seed-exam.ts', {
      DATABASE_URL: databaseUrl,
      CANDIDATES: String(CANDIDATES),
      QUESTIONS: String(QUESTIONS),
    }),
  ),
);

const ports = [await freePort(), await freePort()];
const nginx = await startNginx(ports);
const METRICS_TOKEN = 'a-token-for-the-rehearsal';
const environment = {
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: nginx.origin,
  TRUST_PROXY: 'on',
  METRICS_TOKEN,
  LOG_LEVEL: 'warn',
  DEMO: 'off',
};
const ran: { server: ServerProcess; version: string }[] = [];
const start = async (version: 'old' | 'new', port: number | undefined) => {
  const earlier = version === 'old' ? { root: home.folder, words: home.server } : {};
  const server = await startServer(environment, { port, ...earlier });
  ran.push({ server, version });
  return server;
};
const servedBy = async (server: ServerProcess) => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${server.origin}/metrics`, { headers })).text();
  const counts = text.matchAll(/^http_request_duration_seconds_count\{[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, n]) => sum + Number(n), 0);
};

const browsers = overHttp2(nginx.origin, nginx.certificate);
/** How many calls nginx itself answered or that broke off. Phones and browsers repeat them. */
let brokenOff = 0;
const LATER: Answer = { status: 503, headers: new Headers(), body: { retry: 'later' } };
const request: TestApi['request'] = async (path, question) => {
  try {
    const response = await browsers.fetch(path, question);
    const { status, headers } = response;
    const text = await response.text();
    if (status !== 502 && status !== 504)
      return { status, headers, body: text.startsWith('{') ? JSON.parse(text) : text };
  } catch {
    // Counts as broken off, like nginx's own answers.
  }
  brokenOff += 1;
  return LATER;
};
/** Repeats a request while the answer is "later". @throws when the answer is an error */
async function well(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await ask();
    if (answer.status < 300) return answer;
    if (answer.status !== 503)
      throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 200)}`);
    await pause(200);
  }
  throw new Error('never answered');
}
const clock = {
  get now() {
    return Date.now();
  },
};
const people = [...made.people];
const take = (count: number) => people.splice(0, count);
const phoneOf = (who: { uid: string; token: string }) =>
  deviceOf({ request, clock }, who, made.examId, 'phone-1', home.protocol);

/** Takes the exam from opening to submission, for `count` candidates one after the other. */
async function sitThrough(count: number): Promise<void> {
  for (const who of take(count)) {
    const phone = await phoneOf(who);
    await well(() => phone.open());
    const answers = phone.opened.questions
      .slice(0, 3)
      .map(({ qid }) => ({ qid, answer: 'OptionOne' }));
    for (const [n, { qid, answer }] of answers.entries())
      await well(() => phone.push([phone.event(n + 1, 'answered', qid, answer)]));
    const seq = answers.length + 1;
    const submitted = phone.event(seq, 'submitted');
    await well(() => phone.submit(seq, answers, { events: [submitted] }));
  }
}

const lists = [`exams/by-exam/${made.examId}?pageSize=20`, 'candidates', 'activity', 'payments'];
const office = { asked: 0, longest: 0, stopped: false };
async function readLists(): Promise<void> {
  while (!office.stopped) {
    for (const path of lists) {
      const began = performance.now();
      await well(() => request(path, { token: made.adminToken }));
      office.longest = Math.max(office.longest, performance.now() - began);
      office.asked += 1;
    }
    await pause(200);
  }
}

let load: AcknowledgedLoad | null = null;
let servers = [await start('old', ports[0]), await start('old', ports[1])];
console.log(`${postgres.description}; two processes of the old version behind nginx`);
try {
  const phones: TestDevice[] = await Promise.all(take(CANDIDATES - 3 * LATECOMERS).map(phoneOf));
  for (const phone of phones) await well(() => phone.open());
  load = new AcknowledgedLoad(phones);
  const reading = readLists();
  reading.catch(() => {}); // its error is thrown when the office stops
  await sitThrough(LATECOMERS);
  await load.untilMore(SOME);

  load.measureGap();
  const [, oldest] = servers;
  // A long report locks what it reads. A statement that alters such a table waits for it, and everything else waits behind.
  const report = new pg.Client({ connectionString: databaseUrl });
  await report.connect();
  await report.query('begin');
  await report.query('select (select count(*) from users), (select count(*) from enrolments)');
  await report.query('select (select count(*) from sittings), (select count(*) from results)');
  const reported = pause(REPORT_MS).then(() => report.query('commit'));
  await servers[0]?.signal('SIGTERM');
  if (stopsFirst) await oldest?.signal('SIGTERM');
  const began = performance.now();
  servers = [await start('new', ports[0]), ...servers.slice(1)];
  console.log(
    `the first new process was ready after ${seconds(performance.now() - began)}, beside a report of ${seconds(REPORT_MS)}; nothing acknowledged for at most ${seconds(load.longestGap)}`,
  );
  if (!stopsFirst && load.longestGap > LONGEST_GAP_MS)
    throw new Error('phones waited for the migrations');
  await reported;
  await report.end();

  // nginx tries the new process again within two seconds.
  await load.untilMore(SOME * 2);
  load.measureGap();
  const before = oldest && !stopsFirst ? await servedBy(oldest) : 0;
  await sitThrough(LATECOMERS);
  await load.untilMore(SOME * 2);
  if (oldest && !stopsFirst) {
    const byOld = (await servedBy(oldest)) - before;
    const byNew = servers[0] ? await servedBy(servers[0]) : 0;
    console.log(
      `side by side the old one answered ${byOld} requests, the new one ${byNew}; nothing acknowledged for at most ${seconds(load.longestGap)}`,
    );
    if (byOld < 100 || byNew < 100) throw new Error('one of the versions served nearly nothing');
  }

  load.measureGap();
  if (!stopsFirst) await oldest?.signal('SIGTERM');
  servers = [...servers.slice(0, 1), await start('new', ports[1])];
  await sitThrough(LATECOMERS);
  await load.untilMore(SOME);
  console.log(
    `with the old one gone: nothing acknowledged for at most ${seconds(load.longestGap)}`,
  );
  await load.stop();
  office.stopped = true;
  await reading;

  const db = await openDatabase({ databaseUrl }, { asItIs: true });
  const { left, newer } = await migrationsLeft(db);
  const lost = await missing(db, load);
  const submitted = await countOf(db, 'select count(*)::int as n from results');
  const misled = await wronglyCounted(db);
  await db.close();
  console.log(
    `${load.acknowledged.length} answers acknowledged, ${lost} of them lost; ${load.repeated} repeated, ${brokenOff} requests broken off`,
  );
  console.log(
    `${submitted} of ${3 * LATECOMERS} submitted have their result; ${office.asked} lists read, the slowest in ${seconds(office.longest)}; lists disagree with the log of ${misled} sittings`,
  );
  for (const [said, times] of load.wrong) console.log(`wrong answer, ${times} times: ${said}`);
  const errors = ran.flatMap(({ server, version }) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'))
      .map((line) => `${version}: ${line}`),
  );
  for (const line of errors.slice(0, 20)) console.log(`the log of the ${line}`);
  const whole = submitted === 3 * LATECOMERS && left === 0 && newer === 0;
  if (lost > 0 || misled > 0 || load.wrong.size > 0 || errors.length > 0 || !whole)
    process.exitCode = 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  office.stopped = true;
  await load?.stop();
  browsers.close();
  await Promise.all(ran.map(({ server }) => server.signal('SIGKILL')));
  await nginx.stop();
  await postgres.stop();
  await home.remove();
}

async function missing(db: Database, load: AcknowledgedLoad): Promise<number> {
  const rows = await db.rows(
    "select concat_ws(' ', sitting_id, seq, qid, answer) as event from sitting_events",
    [],
  );
  const kept = new Set(
    z
      .array(z.object({ event: z.string() }))
      .parse(rows)
      .map(({ event }) => event),
  );
  return load.acknowledged.filter(
    ({ sittingId, seq, qid, answer }) => !kept.has([sittingId, seq, qid, answer].join(' ')),
  ).length;
}

async function countOf(db: Database, statement: string): Promise<number> {
  const [row] = await db.rows(statement, []);
  return z.object({ n: z.int() }).parse(row).n;
}

/** How many sittings have figures in lists (written with each push, decision 36) that differ from those of the whole log. */
async function wronglyCounted(db: Database): Promise<number> {
  await db.rows('create table shown as select id, answered, pages from sittings', []);
  await db.rows('update sittings set answered = null', []);
  await countExisting({ db, log: pino({ level: 'warn' }) });
  return countOf(
    db,
    'select count(*)::int as n from sittings s join shown h on h.id = s.id where (s.answered, s.pages) is distinct from (h.answered, h.pages)',
  );
}
