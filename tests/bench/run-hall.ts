// npm run bench:hall: how long a hall waits at a share of the server's capacity, and whether memory stays stable; what happens
// when a herd of ten times the capacity per second arrives, to the herd and to others; when all submit within ten seconds; and
// when openings, saves and submissions come at once. Each figure is compared with the capacity measured in the same run. Load
// and server share the machine: trust the ratios.
//   --processes 2    two server processes on the database
//   --embedded       the embedded database instead of Postgres
//   --filled 1       measures the capacity again, with this many times 100,000 other participants in the database
//   --share 0.7      the share of the capacity, for the steady part
//   --rate 60        candidates per second instead, as for a soak beside other work
//   --minutes 0.5    length of the steady part; an hour makes it a soak
//   --rounds 3       rounds of the growth
//   --growth         only this: openings, saves and submissions with 1, 10 and 100 thousand candidates in the database
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '#db/client.ts';
import { createDatabase, provisionPostgres } from '../support/provision-postgres.ts';
import { type BenchServer, startServer } from './bench-server.ts';
import { type Connection, openConnection, type Reply } from './http-connection.ts';
import { openExam, openingOf, sitExam, workOf } from './measure-candidates.ts';
import { cpuSecondsOf, memoryOf } from './processes.ts';
import { seedAtSize, seedLogs, sizesAt } from './seed-at-size.ts';
import { type Hall, PASSWORD, type Seat, seedBank, seedHall } from './seed-hall.ts';

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '1' },
    embedded: { type: 'boolean', default: false },
    filled: { type: 'string' },
    share: { type: 'string', default: '0.7' },
    rate: { type: 'string' },
    minutes: { type: 'string', default: '0.5' },
    growth: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
  },
});

const AT_ONCE = 32;
const CANDIDATES = 1_000;
/** Candidates in one exam; more candidates take several exams. */
const HALL = 5_000;
const PLAN = { saves: 3, signIn: false };
/** Connections that share the steady load: many more than are busy at a time. */
const LINES = 200;
const HERD_TIMES = 10;
/** The largest herd. Each member has its own connection, and a machine allows one process this many. */
const HERD_MOST = 8_000;
/** How many others ask while a herd is served. */
const BESIDE = 100;
const A_SECOND = 1_000;
const KINDS = ['opening', 'save', 'submission'] as const;
/** Sizes of the database: 1, 10 and 100 thousand candidates. */
const SCALES = [0.01, 0.1, 1] as const;

type Sitter = { seat: Seat; examId: string };

const postgres = values.embedded ? null : await provisionPostgres();
let where: string | { dataDir: string } = postgres
  ? await createDatabase(postgres.url)
  : { dataDir: await mkdtemp(join(tmpdir(), 'pariksha-bench-')) };
let servers: BenchServer[] = [];
try {
  console.log(
    `${availableParallelism()} cores, ${postgres?.description ?? 'the embedded database'}, ${values.processes} server process(es)\n`,
  );
  if (values.growth && postgres) await growth(postgres.url);
  else await hall();
} finally {
  await stop();
  await postgres?.stop();
  if (typeof where !== 'string') await rm(where.dataDir, { recursive: true, force: true });
}

async function hall(): Promise<void> {
  await withDatabase(seedBank);
  await serve();
  await capacity(200); // warms up
  const perSecond = await capacity(CANDIDATES);
  console.log(
    `Capacity: ${perSecond.toFixed(1)} complete candidates per second (signed in before, 3 saves, ${AT_ONCE} at once)`,
  );
  if (values.filled) {
    const sizes = sizesAt(Number(values.filled));
    await withDatabase((db) => seedAtSize(db, sizes, 'nobody signs in with this'));
    await serve();
    await capacity(200);
    const full = await capacity(CANDIDATES);
    console.log(
      `  with ${sizes.participants} other participants and ${sizes.questions} questions: ${full.toFixed(1)}, ratio ${(full / perSecond).toFixed(2)}`,
    );
  }
  await steady(perSecond);
  await herds();
  await submissions();
  await mixed();
}

async function stop(): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
}

async function serve(): Promise<void> {
  // In turn, because the first one migrates the database.
  for (let count = 0; count < Number(values.processes); count += 1)
    servers.push(await startServer(where));
}

/** Opens the database while the server is stopped, because the embedded one allows only one process. */
async function withDatabase<T>(act: (db: Database) => Promise<T>): Promise<T> {
  await stop();
  const db = await openDatabase(typeof where === 'string' ? { databaseUrl: where } : where);
  try {
    return await act(db);
  } finally {
    await db.close();
  }
}

async function seedSitters(count: number): Promise<Sitter[]> {
  const halls = await withDatabase(async (db) => {
    const seeded: Hall[] = [];
    for (let left = count; left > 0; left -= HALL)
      seeded.push(await seedHall(db, Math.min(left, HALL)));
    return seeded;
  });
  await serve();
  return halls.flatMap(({ seats, examId }) => seats.map((seat) => ({ seat, examId })));
}

/** A connection to one of the processes, distributed as a balancer would. */
function lineTo(index: number): Promise<Connection> {
  const server = servers[index % servers.length];
  if (!server) throw new Error('No server is up.');
  return openConnection(server.port);
}

function openLines(count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => lineTo(index)));
}

/** @returns complete candidates per second; each connection takes the next as soon as it is free */
async function capacity(count: number): Promise<number> {
  const waiting = await seedSitters(count);
  const lines = await openLines(AT_ONCE);
  const began = performance.now();
  await Promise.all(
    lines.map(async (line) => {
      for (let next = waiting.pop(); next; next = waiting.pop())
        await sitExam(line, next.seat, next.examId, PLAN);
    }),
  );
  const seconds = (performance.now() - began) / A_SECOND;
  for (const line of lines) line.close();
  return count / seconds;
}

/** Candidates arrive at a fixed rate, whether or not earlier ones are done. */
async function steady(full: number): Promise<void> {
  const rate = values.rate ? Number(values.rate) : full * Number(values.share);
  const seconds = Number(values.minutes) * 60;
  const sitters = await seedSitters(Math.round(rate * seconds));
  const lines = await openLines(LINES);
  const took: number[] = [];
  const errors: string[] = [];
  const memory: number[] = [];
  const cpuBefore = cpuOfServers();
  const watch = setInterval(
    () => memory.push(servers.reduce((sum, { pid }) => sum + memoryOf(pid), 0)),
    (seconds * A_SECOND) / 12,
  );
  const began = performance.now();
  await Promise.all(
    lines.map(async (line, lane) => {
      for (let at = lane; at < sitters.length; at += lines.length) {
        const sitter = sitters[at];
        if (!sitter) continue;
        const due = began + (at / rate) * A_SECOND;
        await until(due);
        await sitExam(timed(line, due, took), sitter.seat, sitter.examId, PLAN).catch(
          (error: unknown) => errors.push(error instanceof Error ? error.message : String(error)),
        );
      }
    }),
  );
  clearInterval(watch);
  for (const line of lines) line.close();
  const cpuMs = ((cpuOfServers() - cpuBefore) / sitters.length) * A_SECOND;
  console.log(
    `\nSteady: ${rate.toFixed(1)} candidates per second for ${values.minutes} min, ${(rate / full).toFixed(2)} of the capacity\n` +
      `  ${took.length} answers: median ${share(took, 0.5)} ms, 95 of 100 in ${share(took, 0.95)}, 99 in ${share(took, 0.99)}, the slowest ${share(took, 1)}; ` +
      `${errors.length} failed; server CPU ${cpuMs.toFixed(1)} ms each\n` +
      `  the server's memory, MB, twelve times: ${memory.map((bytes) => Math.round(bytes / 1e6)).join(' ')}`,
  );
  for (const error of new Set(errors)) console.log(`  ${error.slice(0, 200)}`);
  if (errors.length > 0) process.exitCode = 1;
}

/** A connection that records how long each answer took. The first one counts from the candidate's arrival, even if it had to wait. */
function timed(line: Connection, due: number, took: number[]): Pick<Connection, 'ask'> {
  let came: number | null = due;
  return {
    ask: async (...request) => {
      const from = came ?? performance.now();
      came = null;
      const reply = await line.ask(...request);
      took.push(performance.now() - from);
      return reply;
    },
  };
}

type Request = Parameters<Connection['ask']>;

function opening({ seat, examId }: Sitter): Request {
  return ['POST', `/api/v1/exams/${examId}/sitting`, seat.token, JSON.stringify(openingOf(seat))];
}

function signingIn({ seat }: Sitter): Request {
  const body = JSON.stringify({ uid: seat.uid, password: PASSWORD });
  return ['POST', '/api/v1/auth/signin', undefined, body];
}

/** What a candidate sends who has opened the exam: the first of several saves, or the whole submission. */
type Work = { save: Request; submission: Request };

/** Candidates who have opened their exam. @param saved whether they have also sent all their answers */
async function seedWork(count: number, saved: boolean): Promise<Work[]> {
  const waiting = await seedSitters(count);
  const lines = await openLines(AT_ONCE);
  const work: Work[] = [];
  await Promise.all(
    lines.map(async (line) => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { seat, examId } = next;
        const { pushes, submission } = workOf(seat, examId, await openExam(line, seat, examId), 3);
        const post = (path: string, body: unknown): Request => [
          'POST',
          `/api/v1${path}`,
          seat.token,
          JSON.stringify(body),
        ];
        if (saved) for (const push of pushes) await done(line, post('/sync/push', push));
        work.push({
          save: post('/sync/push', pushes[0]),
          submission: post('/exams/submit-mcq', submission),
        });
      }
    }),
  );
  for (const line of lines) line.close();
  return work;
}

function seedRequests(request: (one: Sitter) => Request) {
  return async (count: number) => (await seedSitters(count)).map(request);
}

function isDone({ status, body }: Reply): boolean {
  return status === 200 && !body.includes('"received":false');
}

/** @throws when the first answer is not a success */
async function done(line: Connection, request: Request): Promise<void> {
  const reply = await line.ask(...request);
  if (!isDone(reply)) throw new Error(`answered ${reply.status}: ${reply.body.slice(0, 200)}`);
}

/** @returns answers per second; each connection sends the next request as soon as it has an answer */
async function capacityOf(requests: readonly Request[]): Promise<number> {
  const waiting = [...requests];
  const lines = await openLines(AT_ONCE);
  const began = performance.now();
  await Promise.all(
    lines.map(async (line) => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        await done(line, next);
      }
    }),
  );
  for (const line of lines) line.close();
  return requests.length / ((performance.now() - began) / A_SECOND);
}

type Herd = {
  seconds: number;
  waited: number[];
  toldLater: number;
  failed: number;
  cpuMs: number;
};

/** Sends all requests within so many ms, each on its own connection. One told to come back later does so at that time. */
async function sendHerd(requests: readonly Request[], withinMs = A_SECOND): Promise<Herd> {
  const lines: Connection[] = [];
  while (lines.length < requests.length)
    lines.push(...(await openLines(Math.min(LINES, requests.length - lines.length))));
  const cpuBefore = cpuOfServers();
  const waited = requests.map(() => 0);
  let [toldLater, failed] = [0, 0];
  const began = performance.now();
  await Promise.all(
    lines.map(async (line, at) => {
      const request = requests[at];
      if (!request) return;
      const due = began + (at / requests.length) * withinMs;
      await until(due);
      for (;;) {
        const reply = await line.ask(...request);
        if (isDone(reply)) break;
        const { retryAfter } = reply;
        if (retryAfter === null) {
          failed += 1;
          break;
        }
        toldLater += 1;
        await until(performance.now() + retryAfter * A_SECOND);
      }
      waited[at] = performance.now() - due;
    }),
  );
  const seconds = (performance.now() - began) / A_SECOND;
  for (const line of lines) line.close();
  if (failed > 0) process.exitCode = 1;
  const cpuMs = ((cpuOfServers() - cpuBefore) / requests.length) * A_SECOND;
  return { seconds, waited, toldLater, failed, cpuMs };
}

/** Ten times what the server can serve in a second arrives within one second. */
async function herds(): Promise<void> {
  for (const { what, request } of [
    { what: 'open their exam', request: opening },
    { what: 'sign in with their password', request: signingIn },
  ]) {
    const perSecond = await capacityOf(await seedRequests(request)(CANDIDATES));
    const count = Math.min(Math.round(perSecond * HERD_TIMES), HERD_MOST);
    const all = await seedSitters(count + BESIDE * 2);
    const alone = await besides(all.splice(0, BESIDE));
    const others = all.splice(0, BESIDE);
    const [herd, beside] = await Promise.all([sendHerd(all.map(request)), besides(others)]);
    const fair = count / perSecond;
    console.log(
      `\nHerd: ${count} ${what} within a second, where the capacity is ${perSecond.toFixed(0)} a second\n` +
        `  all served after ${herd.seconds.toFixed(1)} s, ${(herd.seconds / fair).toFixed(2)} times what so many take at capacity; ` +
        `told to come again ${herd.toldLater} times, ${herd.failed} failed\n` +
        `  waited: median ${share(herd.waited, 0.5)} ms, 99 of 100 at most ${share(herd.waited, 0.99)}; ` +
        `others who read their result meanwhile: median ${share(beside, 0.5)} ms, 99 of 100 at most ${share(beside, 0.99)} (alone ${share(alone, 0.5)} and ${share(alone, 0.99)})`,
    );
  }
}

/** What the server can serve in ten seconds is submitted within ten, as when a hall's time ends. */
async function submissions(): Promise<void> {
  const perSecond = await capacityOf(
    (await seedWork(CANDIDATES, true)).map((one) => one.submission),
  );
  const count = Math.min(Math.round(perSecond * HERD_TIMES), HERD_MOST);
  const withinMs = HERD_TIMES * A_SECOND;
  const work = await seedWork(count, true);
  const herd = await sendHerd(
    work.map((one) => one.submission),
    withinMs,
  );
  console.log(
    `\nSubmissions: ${count} within ten seconds, where the capacity is ${perSecond.toFixed(0)} a second\n` +
      `  all served after ${herd.seconds.toFixed(1)} s, ${(herd.seconds / (count / perSecond)).toFixed(2)} times what so many take at capacity; ` +
      `told to come again ${herd.toldLater} times, ${herd.failed} failed; server CPU ${herd.cpuMs.toFixed(1)} ms each\n` +
      `  waited: median ${share(herd.waited, 0.5)} ms, 95 of 100 at most ${share(herd.waited, 0.95)}, 99 at most ${share(herd.waited, 0.99)}, the slowest ${share(herd.waited, 1)}`,
  );
}

/** Equal numbers of openings, saves and submissions, in alternation. */
async function seedMixed(count: number): Promise<Request[]> {
  const each = Math.ceil(count / KINDS.length);
  const openings = await seedRequests(opening)(each);
  const [saves, submitted] = [await seedWork(each, false), await seedWork(each, true)];
  return openings.flatMap((one, at) => [
    one,
    ...saves.slice(at, at + 1).map(({ save }) => save),
    ...submitted.slice(at, at + 1).map(({ submission }) => submission),
  ]);
}

/** Openings, saves and submissions arrive mixed, at a share of the capacity for that mix. */
async function mixed(): Promise<void> {
  const perSecond = await capacityOf(await seedMixed(CANDIDATES * KINDS.length));
  const rate = perSecond * Number(values.share);
  const seconds = 20;
  const requests = await seedMixed(Math.min(Math.round(rate * seconds), HERD_MOST));
  const herd = await sendHerd(requests, (requests.length / rate) * A_SECOND);
  console.log(
    `\nMixed: ${rate.toFixed(0)} openings, saves and submissions a second, ${values.share} of the capacity of ${perSecond.toFixed(0)}, for ${(requests.length / rate).toFixed(0)} s\n` +
      `  told to come again ${herd.toldLater} times, ${herd.failed} failed; server CPU ${herd.cpuMs.toFixed(1)} ms each`,
  );
  for (const [place, kind] of KINDS.entries()) {
    const took = herd.waited.filter((_, at) => at % KINDS.length === place);
    console.log(
      `  ${kind}: median ${share(took, 0.5)} ms, 95 of 100 at most ${share(took, 0.95)}, 99 at most ${share(took, 0.99)}, the slowest ${share(took, 1)}`,
    );
  }
}

/** Measures the same work on three databases, in turns, so that other load on the machine affects all of them. */
async function growth(postgresUrl: string): Promise<void> {
  const databases: { url: string; scale: number; found: Record<string, number[]> }[] = [];
  for (const scale of SCALES) {
    where = await createDatabase(postgresUrl);
    const sizes = sizesAt(scale);
    await withDatabase(async (db) => {
      await seedBank(db);
      await seedAtSize(db, sizes, 'nobody signs in with this');
      await seedLogs(db);
    });
    databases.push({ url: where, scale, found: {} });
  }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const { url, found } of databases) {
      where = url;
      await stop();
      await serve();
      await capacity(200);
      const note = (kind: string, perSecond: number) => {
        found[kind] = [...(found[kind] ?? []), perSecond];
      };
      note('opening', await capacityOf(await seedRequests(opening)(CANDIDATES)));
      const saves = (await seedWork(CANDIDATES, false)).map(({ save }) => save);
      note('save', await capacityOf(saves));
      const submitted = (await seedWork(CANDIDATES, true)).map(({ submission }) => submission);
      note('submission', await capacityOf(submitted));
    }
  }
  const [smallest] = databases;
  console.log(
    `Growth: a second, the best of ${values.rounds} round(s) in turns, and its ratio to the smallest database`,
  );
  for (const { scale, found } of databases) {
    const { participants } = sizesAt(scale);
    const figures = KINDS.map((kind) => {
      const best = (of: Record<string, number[]> | undefined) => Math.max(...(of?.[kind] ?? [0]));
      return `${kind} ${best(found).toFixed(0)} (${(best(found) / best(smallest?.found)).toFixed(2)})`;
    });
    console.log(`  ${participants} candidates before, 50 answers each: ${figures.join(', ')}`);
  }
}

/** Twenty requests a second by candidates who signed in before. @returns how long each answer took, in milliseconds */
async function besides(sitters: readonly Sitter[]): Promise<number[]> {
  const lines = await openLines(BESIDE);
  const took: number[] = [];
  const began = performance.now();
  await Promise.all(
    lines.map(async (line, at) => {
      const sitter = sitters[at];
      if (!sitter) return;
      const due = began + at * 50;
      await until(due);
      await line.ask('GET', `/api/v1/exams/getresult/${sitter.seat.uid}`, sitter.seat.token);
      took.push(performance.now() - due);
    }),
  );
  for (const line of lines) line.close();
  return took;
}

function cpuOfServers(): number {
  return servers.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
}

function until(moment: number): Promise<void> {
  const wait = moment - performance.now();
  return wait > 0 ? new Promise((done) => setTimeout(done, wait)) : Promise.resolve();
}

/** The time within which this share was answered, in milliseconds. */
function share(took: readonly number[], part: number): string {
  const sorted = took.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0);
}
