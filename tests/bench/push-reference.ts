// Runs the SQL of a push with pgbench, to learn what Postgres alone can do with it on this machine. The statements are
// recorded from the product's own code, so they can't drift apart.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { hashToken } from '#api/services/auth/sessions.ts';
import { appendEvents } from '#api/services/sittings/append-events.ts';
import { readWhole } from '#api/services/sittings/read-sitting.ts';
import type { Database } from '#db/client.ts';
import type { Hall } from './seed-hall.ts';

const firstSchema = z.tuple([z.object({ id: z.string(), uid: z.string() })]);

type Recorded = { statement: string; params: readonly unknown[] };

/** The statements of one push of `size` events, with their parameters. */
async function recordPush(
  db: Database,
  token: string,
  sittingId: string,
  qids: readonly string[],
  size: number,
): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  const recorder: Database = {
    ...db,
    rows: (statement, params) => {
      recorded.push({ statement, params });
      return db.rows(statement, params);
    },
  };
  const sitting = await readWhole(db, { sittingId }); // which the server remembers between a phone's pushes
  if (!sitting) throw new Error('The reference sitting is missing.');
  const events = Array.from({ length: size }, (_, index) => ({
    seq: index + 1,
    epoch: 1,
    type: 'answered' as const,
    qid: qids[index % qids.length] ?? '',
    answer: 'OptionOne',
    at: 1_795_000_000_000,
    elapsed: index * 900,
    refusal: null,
  }));
  const append = {
    sitting,
    deviceId: 'recorded',
    events,
    counted: { answered: size, pages: null },
    now: Date.now(),
    more: {},
    writing: 0,
  };
  await appendEvents(recorder, append, { tokenHash: hashToken(token) });
  return recorded;
}

const quoted = (value: unknown) =>
  // pgbench takes a colon before a word as a variable, even within JSON.
  typeof value === 'number'
    ? String(value)
    : `'${String(value).replaceAll("'", "''").replaceAll('":', '": ')}'`;
const flat = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * Transactions per second of pgbench with prepared statements. Each transaction picks a random sitting and pushes as a new
 * device, so that every event is a new row.
 */
export async function measureReference(
  db: Database,
  url: string,
  pgbench: string,
  hall: Hall,
  size: number,
  seconds: number,
): Promise<number> {
  const [{ id, uid }] = firstSchema.parse(
    await db.rows(`select s.id, s.uid from sittings s where s.exam_id = $1 limit 1`, [hall.examId]),
  );
  const seat = hall.seats.find((one) => one.uid === uid);
  if (!seat) throw new Error('The reference seat is missing.');
  const qids = Array.from({ length: size }, (_, index) => `bench${index + 1}`);
  const [append] = await recordPush(db, seat.token, id, qids, size);
  if (!append) throw new Error('A push has one statement.');

  await db.rows(
    `create table if not exists bench_seats (n int primary key, token_hash text, sitting_id text)`,
    [],
  );
  await db.rows(`truncate bench_seats`, []);
  const hashes = JSON.stringify(
    hall.seats.map((one) => ({ uid: one.uid, hash: hashToken(one.token) })),
  );
  await db.rows(
    `insert into bench_seats select row_number() over (), t.hash, s.id from sittings s
     join jsonb_to_recordset($1::text::jsonb) as t(uid text, hash text) on t.uid = s.uid where s.exam_id = $2`,
    [hashes, hall.examId],
  );
  const put = (recorded: Recorded, names: Record<number, string>) =>
    flat(recorded.statement).replace(
      /\$(\d+)/g,
      (_, digits: string) => names[Number(digits)] ?? quoted(recorded.params[Number(digits) - 1]),
    );
  const script = [
    `\\set n random(1, ${hall.seats.length})`,
    '\\set device random(1, 2000000000)',
    'select token_hash as hash, sitting_id as sitting from bench_seats where n = :n \\gset',
    `${put(append, { 1: ':sitting', 2: ':device', 3: 'sittings.version', 7: ':hash' })};`,
  ].join('\n');
  return runPgbench(url, pgbench, script, seconds);
}

function runPgbench(url: string, pgbench: string, script: string, seconds: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'pariksha-bench-'));
  try {
    const file = join(folder, 'push.sql');
    writeFileSync(file, script);
    const run = spawnSync(
      pgbench,
      ['-n', '-M', 'prepared', '-c', '10', '-j', '1', '-T', String(seconds), '-f', file, url],
      { encoding: 'utf8' },
    );
    const rate = /tps = ([\d.]+)/.exec(run.stdout)?.[1];
    if (run.status !== 0 || !rate)
      throw new Error(`pgbench failed:\n${run.stderr.slice(0, 2_000)}`);
    return Number(rate);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
