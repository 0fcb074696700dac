// npm run bench:hall: how long a hall waits at a share of what the server can do, whether it keeps its memory meanwhile,
// and what happens to herds of ten times as many as it can serve in a second, and to others beside them. Each figure stands
// beside the capacity measured in the same run. Load and server share the machine: trust the ratios.
//   --processes 2    two server processes on the database
//   --embedded       the embedded database instead of Postgres
//   --filled 1       the capacity once more, with so many times 100,000 other participants in the database
//   --share 0.7      of the capacity, for the steady part
//   --rate 60        candidates a second instead, as for a soak beside other work
//   --minutes 0.5    of the steady part; an hour is the soak
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { createDatabase, provisionPostgres } from '../support/provision-postgres.ts';
import { type BenchServer, startServer } from './bench-server.ts';
import { type Connection, openConnection } from './http-connection.ts';
import { sitExam } from './measure-candidates.ts';
import { cpuSecondsOf, memoryOf } from './processes.ts';
import { seedAtSize, sizesAt } from './seed-at-size.ts';
import { type Hall, PASSWORD, type Seat, seedBank, seedHall } from './seed-hall.ts';

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '1' },
    embedded: { type: 'boolean', default: false },
    filled: { type: 'string' },
    share: { type: 'string', default: '0.7' },
    rate: { type: 'string' },
    minutes: { type: 'string', default: '0.5' },
  },
});

const AT_ONCE = 32;
const CANDIDATES = 1_000;
/** Candidates of an exam; more are several exams. */
const HALL = 5_000;
const PLAN = { saves: 3, signIn: false };
/** Lines that share the steady load: many more than are busy at a time. */
const LINES = 200;
const HERD_TIMES = 10;
/** Each of the herd has a line of its own, and this many a machine allows one process. */
const HERD_MOST = 8_000;
/** Others who ask beside a herd. */
const BESIDE = 100;
const A_SECOND = 1_000;

type Sitter = { seat: Seat; examId: string };

const postgres = values.embedded ? null : await provisionPostgres();
const where = postgres
  ? await createDatabase(postgres.url)
  : { dataDir: await mkdtemp(join(tmpdir(), 'pariksha-bench-')) };
let servers: BenchServer[] = [];
try {
  console.log(
    `${availableParallelism()} cores, ${postgres?.description ?? 'the embedded database'}, ${values.processes} server process(es)\n`,
  );
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
} finally {
  await stop();
  await postgres?.stop();
  if (typeof where !== 'string') await rm(where.dataDir, { recursive: true, force: true });
}

async function stop(): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
}

async function serve(): Promise<void> {
  // One after another: the first brings the database up to date.
  for (let count = 0; count < Number(values.processes); count += 1)
    servers.push(await startServer(where));
}

/** Opens the database for a moment, as the embedded one lets nobody in beside its server. */
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

/** A line to one of the processes, as a balancer gives them out. */
function lineTo(index: number): Promise<Connection> {
  const server = servers[index % servers.length];
  if (!server) throw new Error('No server is up.');
  return openConnection(server.port);
}

function openLines(count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => lineTo(index)));
}

/** @returns complete candidates per second, each line's next as soon as its last is done */
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

/** Candidates who come when they come, whether or not those before them are done. */
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

/** A line that notes how long each answer took; the first counts from when the candidate came, were the line still busy. */
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
  const body = JSON.stringify({ protocol: PROTOCOL, deviceId: `d${seat.uid}` });
  return ['POST', `/api/v1/exams/${examId}/sitting`, seat.token, body];
}

function signingIn({ seat }: Sitter): Request {
  const body = JSON.stringify({ uid: seat.uid, password: PASSWORD });
  return ['POST', '/api/v1/auth/signin', undefined, body];
}

/** @returns answers per second, each line's next request as soon as its last is answered */
async function capacityOf(request: (one: Sitter) => Request, count: number): Promise<number> {
  const waiting = await seedSitters(count);
  const lines = await openLines(AT_ONCE);
  const began = performance.now();
  await Promise.all(
    lines.map(async (line) => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await line.ask(...request(next));
    }),
  );
  for (const line of lines) line.close();
  return count / ((performance.now() - began) / A_SECOND);
}

type Herd = { seconds: number; waited: number[]; toldLater: number; failed: number };

/** All of them within a second, each on a connection of its own; one told to come back does so when told. */
async function sendHerd(
  sitters: readonly Sitter[],
  request: (one: Sitter) => Request,
): Promise<Herd> {
  const lines: Connection[] = [];
  while (lines.length < sitters.length)
    lines.push(...(await openLines(Math.min(LINES, sitters.length - lines.length))));
  const waited: number[] = [];
  let [toldLater, failed] = [0, 0];
  const began = performance.now();
  await Promise.all(
    lines.map(async (line, at) => {
      const sitter = sitters[at];
      if (!sitter) return;
      const due = began + (at / sitters.length) * A_SECOND;
      await until(due);
      for (;;) {
        const { status, retryAfter } = await line.ask(...request(sitter));
        if (status === 200) break;
        if (retryAfter === null) {
          failed += 1;
          break;
        }
        toldLater += 1;
        await until(performance.now() + retryAfter * A_SECOND);
      }
      waited.push(performance.now() - due);
    }),
  );
  const seconds = (performance.now() - began) / A_SECOND;
  for (const line of lines) line.close();
  if (failed > 0) process.exitCode = 1;
  return { seconds, waited, toldLater, failed };
}

/** Ten times as many as the server can serve in a second come within one. */
async function herds(): Promise<void> {
  for (const { what, request } of [
    { what: 'open their exam', request: opening },
    { what: 'sign in with their password', request: signingIn },
  ]) {
    const perSecond = await capacityOf(request, CANDIDATES);
    const count = Math.min(Math.round(perSecond * HERD_TIMES), HERD_MOST);
    const all = await seedSitters(count + BESIDE * 2);
    const alone = await besides(all.splice(0, BESIDE));
    const others = all.splice(0, BESIDE);
    const [herd, beside] = await Promise.all([sendHerd(all, request), besides(others)]);
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

/** Candidates who signed in before, twenty a second; how long each of their answers took. */
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

/** In milliseconds, what this share of all took at most. */
function share(took: readonly number[], part: number): string {
  const sorted = took.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0);
}
