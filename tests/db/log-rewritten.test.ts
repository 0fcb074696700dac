// The log of an earlier version, a row for each event, becomes a row for what arrived together and says the same (decision 98).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { afterAll, beforeAll, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../db/migrations');
const REWRITES = '0028_arrivals.sql';
const LOG =
  'select sitting_id, device_id, seq, epoch, type, qid, answer, at, elapsed, received_at, refusal from sitting_events order by 1, 2, 3';

let db: PGlite;
const migrate = (name: string) => db.exec(readFileSync(join(FOLDER, name), 'utf8'));
beforeAll(async () => {
  db = await PGlite.create({ extensions: { pg_trgm } });
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  for (const name of files.sort()) if (name < REWRITES) await migrate(name);
});
afterAll(() => db.close());

type Row = { answer: string | null; refusal: string | null };
const cut = ({ answer, refusal }: Row) =>
  refusal === null ? answer : (answer?.slice(0, 64) ?? null);

it('[rule 9] a log of an earlier version says the same after its tables are rewritten, no more of what was refused than is read', async () => {
  await db.exec(`
    insert into sitting_events (sitting_id, device_id, seq, epoch, type, qid, answer, at, elapsed, received_at, refusal) values
      ('one', 'phone', 2, 1, 'answered', 'q"1', 'OptionTwo', 1795000000001, 900, 5000, null),
      ('one', 'phone', 1, 1, 'started', null, null, 1795000000000, 0, 5000, null),
      ('one', 'phone', 3, 1, 'answered', 'q2', 'OptionOne', 1795000000002, 1800, 6000, null),
      ('one', 'phone', 5, 2, 'answered', 'q2', repeat('x', 8000), 1795000000002, 1800, 6000, 'malformed'),
      ('one', 'phone', 4, 2, 'cleared', 'q2', null, 1795000000003, 2700, 6000, null),
      ('one', 'other', 1, 2, 'documents', null, repeat('a', 65) || ',' || repeat('b', 64), 7, 8, 6000, null),
      ('two', 'phone', 1, 1, 'answered', 'q1', 'OptionOne', 1, 2, 6000, null)`);
  const before = (await db.query<Row>(LOG)).rows;
  await migrate(REWRITES);
  const after = (await db.query<Row>(LOG)).rows;
  expect(after).toHaveLength(7);
  expect(after).toEqual(before.map((row) => ({ ...row, answer: cut(row) })));
  const { rows } = await db.query('select seq from sitting_arrivals order by seq, epoch');
  expect(rows).toHaveLength(5);
});
