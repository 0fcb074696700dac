// npm run bench: what one server process does on this machine, compared with what Postgres alone does with the same SQL.
// Prints figures and ratios; trust the ratios. Needs Linux (/proc), and pgbench for the reference.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { openReplySchema } from '#contract/wire/sync.ts';
import { openDatabase } from '#db/client.ts';
import { findPostgresBinaries } from '../support/postgres-binaries.ts';
import { createDatabase, provisionPostgres } from '../support/provision-postgres.ts';
import { startServer } from './bench-server.ts';
import { openConnection } from './http-connection.ts';
import { measureCandidates } from './measure-candidates.ts';
import { cpuSecondsBelow, cpuSecondsOf, parentOf } from './processes.ts';
import { measureReference } from './push-reference.ts';
import { type Hall, QUESTIONS, seedBank, seedHall } from './seed-hall.ts';

const PUSHES_EACH = 4;

// Measures pushes acknowledged per second: every candidate's phone sends so many events, again and again.
async function measurePushes(
  port: number,
  phones: readonly Phone[],
  atOnce: number,
  size: number,
): Promise<{ pushes: number; seconds: number; medianMs: number }> {
  const taken: number[] = [];
  const lines = await Promise.all(Array.from({ length: atOnce }, () => openConnection(port)));
  // The first push of every phone, then every phone's second push, because a phone sends one at a time.
  const waiting = Array.from({ length: PUSHES_EACH }, (_, turn) =>
    phones.map((phone) => ({ ...phone, from: turn * size })),
  ).flat();
  const all = waiting.length;
  const begun = performance.now();
  await Promise.all(
    lines.map(async (line) => {
      for (let push = waiting.shift(); push; push = waiting.shift()) {
        const events = Array.from({ length: size }, (_, index) => ({
          seq: push.from + index + 1,
          type: 'answered',
          qid: push.qids[index % push.qids.length],
          answer: 'OptionOne',
          at: 1_795_000_000_000,
          elapsed: Date.now() - push.startedAt, // as on a phone with a network
        }));
        const body = JSON.stringify({
          protocol: PROTOCOL,
          sittingId: push.sittingId,
          deviceId: push.deviceId,
          epoch: 1,
          events,
        });
        const sentAt = performance.now();
        const { status } = await line.ask('POST', '/api/v1/sync/push', push.token, body);
        taken.push(performance.now() - sentAt);
        // Two pushes of one phone may overlap. The server then says "later", and a phone repeats the push.
        if (status === 503) waiting.push(push);
        else if (status !== 200) throw new Error(`A push was answered ${status}`);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  for (const line of lines) line.close();
  const medianMs = taken.sort((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0;
  return { pushes: all, seconds, medianMs };
}

type Phone = {
  token: string;
  sittingId: string;
  deviceId: string;
  startedAt: number;
  qids: string[];
};

/** The phones of a hall, each with an open sitting. */
async function openPhones(port: number, hall: Hall): Promise<Phone[]> {
  const line = await openConnection(port);
  const phones: Phone[] = [];
  for (const { uid, token } of hall.seats) {
    const deviceId = `d${uid}`;
    const request = JSON.stringify({ protocol: PROTOCOL, deviceId });
    const { body } = await line.ask('POST', `/api/v1/exams/${hall.examId}/sitting`, token, request);
    const { sittingId, startedAt, questions } = openReplySchema.parse(JSON.parse(body));
    const qids = questions.map(({ qid }) => qid);
    phones.push({ token, sittingId, deviceId, startedAt: Date.parse(startedAt), qids });
  }
  line.close();
  return phones;
}

const CANDIDATES = 1_000;
const AT_ONCE = 32;
/** A widely used quiz system on two such cores: 14 requests and 3 saves per candidate, password hash included. */
const RIVAL_PER_SECOND = 2.3;
const COUNTED = `select (pg_current_wal_insert_lsn() - '0/0')::float8 as log, xact_commit::float8 as transactions
  from pg_stat_database where datname = current_database()`;
const countedSchema = z.tuple([z.object({ log: z.number(), transactions: z.number() })]);
const backendSchema = z.tuple([z.object({ pid: z.int() })]);
const round = (value: number, digits = 1) => Number(value.toFixed(digits));

const postgres = await provisionPostgres();
const url = await createDatabase(postgres.url);
const db = await openDatabase({ databaseUrl: url });
const postmaster = await postmasterOf();
const server = await startServer(url);
try {
  console.log(
    `${availableParallelism()} cores, ${postgres.description}, one server process, ${AT_ONCE} connections\n`,
  );
  await seedBank(db);
  await measureCandidates(server.port, await seedHall(db, 200), AT_ONCE, {
    saves: 3,
    signIn: false,
  }); // warms up

  console.log(
    `Complete candidates: sign in, open, answer ${QUESTIONS} questions, submit, read the result`,
  );
  await candidates('3 saves, sign-in with password hash', { saves: 3, signIn: true });
  await candidates('3 saves, already signed in', { saves: 3, signIn: false });
  await candidates('20 saves, sign-in with password hash', { saves: 20, signIn: true });
  await candidates('20 saves, already signed in', { saves: 20, signIn: false });

  console.log('\nPushes: through the API, and the same SQL by pgbench (prepared, 10 connections)');
  for (const size of [1, 17, QUESTIONS]) await pushes(size);
  await lonePhones();
} finally {
  await server.stop();
  await db.close();
  await postgres.stop();
}

async function candidates(name: string, plan: { saves: number; signIn: boolean }): Promise<void> {
  const hall = await seedHall(db, CANDIDATES);
  const before = await used();
  const measured = await measureCandidates(server.port, hall, AT_ONCE, plan);
  const after = await used();
  console.log(
    `  ${name.padEnd(40)} ${round(measured.perSecond)} /s (${round(measured.perSecond / RIVAL_PER_SECOND)} × the rival’s ${RIVAL_PER_SECOND}), ` +
      `median ${round(measured.medianMs, 0)} ms; each: ${each(before, after, CANDIDATES)}, ` +
      `${round(measured.bytesPerCandidate / 1_000)} KB unpacked on the wire`,
  );
}

async function pushes(size: number): Promise<void> {
  const hall = await seedHall(db, CANDIDATES);
  const phones = await openPhones(server.port, hall);
  const before = await used();
  const measured = await measurePushes(server.port, phones, AT_ONCE, size);
  const after = await used();
  const through = measured.pushes / measured.seconds;
  const binaries = await findPostgresBinaries();
  const pgbench = [join(binaries.folder, 'pgbench'), '/usr/bin/pgbench'].find(existsSync);
  const reference = pgbench ? await measureReference(db, url, pgbench, hall, size, 5) : null;
  const ratio = reference
    ? `pgbench ${round(reference)} /s, ratio ${round(through / reference, 2)}`
    : 'no pgbench on this machine';
  console.log(
    `  ${String(size).padStart(2)} events a push: ${round(through)} pushes/s = ${round(through * size, 0)} events acknowledged/s; ${ratio}; each: ${each(before, after, measured.pushes)}`,
  );
}

/** One push at a time, with one event each: how long a phone waits when nobody else sends. */
async function lonePhones(): Promise<void> {
  const phones = await openPhones(server.port, await seedHall(db, 100));
  const { medianMs } = await measurePushes(server.port, phones, 1, 1);
  console.log(
    `  a lone phone waits ${round(medianMs, 2)} ms for its push to be acknowledged (median)`,
  );
}

type Used = { server: number; postgres: number; client: number; log: number; transactions: number };

async function used(): Promise<Used> {
  const { user, system } = process.cpuUsage();
  // Postgres counts what a session has done within a second of the session becoming idle.
  await new Promise((done) => setTimeout(done, 1_100));
  const [counted] = countedSchema.parse(await db.rows(COUNTED, []));
  return {
    server: cpuSecondsOf(server.pid),
    postgres: cpuSecondsBelow(postmaster),
    client: (user + system) / 1e6,
    ...counted,
  };
}

/** What each of `count` has cost the machine and the database. */
function each(before: Used, after: Used, count: number): string {
  const of = (part: keyof Used) => (after[part] - before[part]) / count;
  const ms = (part: 'server' | 'postgres' | 'client') => round(of(part) * 1_000, 2);
  return (
    `CPU ms server ${ms('server')}, Postgres ${ms('postgres')}, load client ${ms('client')}; ` +
    `${round(of('log') / 1_000)} KB of write-ahead log, ${round(of('transactions'))} transactions`
  );
}

/** The postmaster is the parent of our own connection's backend. */
async function postmasterOf(): Promise<number> {
  const [{ pid }] = backendSchema.parse(await db.rows('select pg_backend_pid() as pid', []));
  return parentOf(pid);
}
