// npm run bench:start: an exam starts for 5,000 candidates within one second, on one server process. First with papers sealed
// on the phones, which need only the exam's key; then, for comparison, without sealing; then what the phones send afterwards.
// Load and server share the machine: trust the ratios.
import { createHash, randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import * as z from 'zod/mini';
import { newId } from '#api/services/new-id.ts';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { digestText } from '#machines/sitting/digest.ts';
import { createDatabase, provisionPostgres } from '../support/provision-postgres.ts';
import { startServer } from './bench-server.ts';
import { type Connection, openConnection, type Reply } from './http-connection.ts';
import { type Hall, QUESTIONS, seedBank, seedHall } from './seed-hall.ts';

// Requests are sent when they are due, whether or not earlier ones have been answered, because a herd doesn't wait. Each is
// timed from when it was due.

type HerdRequest = {
  method: 'GET' | 'POST';
  path: string;
  token?: string;
  body?: string;
};

type HerdFigures = {
  /** The percentage answered within a second of when they were due. */
  withinASecond: number;
  medianMs: number;
  /** The 99th percentile. */
  slowMs: number;
  bytesEach: number;
  /** How many answers were not the expected ones. */
  failed: number;
};

/** How many sockets share the load. The client's own cost must stay small on two cores. */
const CONNECTIONS = 400;

/** @param overMs the time over which the requests fall due, evenly */
async function sendHerd(
  port: number,
  requests: readonly HerdRequest[],
  overMs: number,
  isRight: (reply: Reply) => boolean,
): Promise<HerdFigures> {
  const connections: Connection[] = [];
  for (let made = 0; made < Math.min(CONNECTIONS, requests.length); made += 1)
    connections.push(await openConnection(port));
  const took: number[] = [];
  let failed = 0;
  const began = performance.now() + 200;
  await Promise.all(
    connections.map(async (connection, lane) => {
      for (let at = lane; at < requests.length; at += connections.length) {
        const due = began + (at / requests.length) * overMs;
        const wait = due - performance.now();
        if (wait > 0) await new Promise((done) => setTimeout(done, wait));
        const request = requests[at];
        if (!request) continue;
        const { method, path, token, body } = request;
        const reply = await connection.ask(method, path, token, body);
        if (!isRight(reply)) failed += 1;
        took.push(performance.now() - due);
      }
    }),
  );
  const bytes = connections.reduce(
    (sum, { bytes: { sent, received } }) => sum + sent + received,
    0,
  );
  for (const connection of connections) connection.close();
  took.sort((a, b) => a - b);
  return {
    withinASecond: (took.filter((ms) => ms <= 1_000).length / took.length) * 100,
    medianMs: took[Math.floor(took.length / 2)] ?? 0,
    slowMs: took[Math.floor(took.length * 0.99)] ?? 0,
    bytesEach: bytes / requests.length,
    failed,
  };
}

const CANDIDATES = 5_000;
const A_SECOND = 1_000;
const TEN_SECONDS = 10_000;
const DEVICE = 'bench-phone-0001';

const postgres = await provisionPostgres();
const url = await createDatabase(postgres.url);
const db = await openDatabase({ databaseUrl: url });
const server = await startServer(url);
try {
  console.log(
    `${availableParallelism()} cores, ${postgres.description}, one server process; ${CANDIDATES} candidates of one exam\n`,
  );
  await seedBank(db);
  await sendHerd(server.port, opensOf(await startTogether(await seedHall(db, 300))), A_SECOND, ok); // warms up
  const sealed = await startTogether(await seedHall(db, CANDIDATES));
  const sittings = await seedPrepared(db, sealed);
  const keys = sealed.seats.map(
    (): HerdRequest => ({ method: 'GET', path: `/api/v1/exams/${sealed.examId}/key` }),
  );
  console.log('All start within one second:');
  tell('sealed papers: the key', await sendHerd(server.port, keys, A_SECOND, ok));
  const whole = await startTogether(await seedHall(db, CANDIDATES));
  tell('without sealing: the paper', await sendHerd(server.port, opensOf(whole), A_SECOND, ok));
  console.log('What the phones with sealed papers bring afterwards, within ten seconds each:');
  const first = sealed.seats.map((seat, at) => pushOf(seat.token, sittings[at] ?? ''));
  tell(
    'their first push, which makes the sitting',
    await sendHerd(server.port, first, TEN_SECONDS, ok),
  );
  const last = sealed.seats.map((seat, at) =>
    submissionOf(seat, sealed.examId, sittings[at] ?? ''),
  );
  tell('their submission, which is scored', await sendHerd(server.port, last, TEN_SECONDS, ok));
} finally {
  await server.stop();
  await db.close();
  await postgres.stop();
}

function ok({ status }: { status: number }): boolean {
  return status === 200;
}

function tell(what: string, figures: HerdFigures): void {
  const { withinASecond, medianMs, slowMs, bytesEach, failed } = figures;
  console.log(
    `  ${what.padEnd(44)} ${withinASecond.toFixed(1)} % within 1 s, median ${medianMs.toFixed(0)} ms, 99 of 100 in ${slowMs.toFixed(0)} ms; ` +
      `${Math.round(bytesEach)} bytes each${failed > 0 ? `; ${failed} FAILED` : ''}`,
  );
}

async function startTogether(hall: Hall): Promise<Hall> {
  await db.rows(`update exams set start = 'together' where id = $1`, [hall.examId]);
  return hall;
}

/** The rows that phones leave by fetching their papers days before. @returns the sittings' ids, by seat */
async function seedPrepared(database: Database, { examId, seats }: Hall): Promise<string[]> {
  const idSchema = z.array(z.object({ id: z.int() }));
  const bank = z.parse(idSchema, await database.rows(`select id from question_revisions`, []));
  const drawn = () => {
    const items = new Set<number>();
    while (items.size < QUESTIONS) items.add(bank[randomInt(bank.length)]?.id ?? 0);
    return [{ name: 'Bench', items: [...items] }];
  };
  const rows = seats.map(({ uid }) => ({ uid, sitting: newId(), sections: drawn() }));
  for (let from = 0; from < rows.length; from += 500) {
    await database.rows(
      `with p as (select * from jsonb_to_recordset($1::text::jsonb) as r(uid text, sitting text, sections jsonb)),
       drawn as (insert into prepared_papers (sitting_id, version, enrolment_id, exam_id, sections, drawn_at)
         select p.sitting, 1, n.id, $2, p.sections, now() from p join enrolments n on n.uid = p.uid and n.exam_id = $2)
       insert into prepared_devices (sitting_id, epoch, device_id, version, ready_at)
       select sitting, 1, $3, 1, now() from p`,
      [JSON.stringify(rows.slice(from, from + 500)), examId, DEVICE],
    );
  }
  // In reality the rows arrive over days, so the planner has statistics on them.
  await database.rows('analyze', []);
  return rows.map(({ sitting }) => sitting);
}

function opensOf({ examId, seats }: Hall): HerdRequest[] {
  const body = JSON.stringify({ protocol: PROTOCOL, deviceId: DEVICE });
  return seats.map(({ token }) => ({
    method: 'POST',
    path: `/api/v1/exams/${examId}/sitting`,
    token,
    body,
  }));
}

function pushOf(token: string, sittingId: string): HerdRequest {
  const events = [{ seq: 1, type: 'started', at: Date.now(), elapsed: 60_000 }];
  const body = { protocol: PROTOCOL, sittingId, deviceId: DEVICE, epoch: 1, events };
  return { method: 'POST', path: '/api/v1/sync/push', token, body: JSON.stringify(body) };
}

function submissionOf(
  { uid, token }: Hall['seats'][number],
  examID: string,
  sittingId: string,
): HerdRequest {
  const [at, seq, elapsed] = [Date.now(), 2, 120_000];
  const digest = createHash('sha256').update(digestText([], seq)).digest('hex');
  const events = [{ seq, type: 'submitted', at, elapsed }];
  const device = {
    protocol: PROTOCOL,
    sittingId,
    deviceId: DEVICE,
    epoch: 1,
    seq,
    digest,
    at,
    elapsed,
  };
  const body = { uid, examID, answers: [], device: { ...device, auto: false, events } };
  return { method: 'POST', path: '/api/v1/exams/submit-mcq', token, body: JSON.stringify(body) };
}
