// What migrations rewrite keeps its meaning: in the log of an earlier version, rows for single events become rows for
// events that arrived together (decision 98); texts are brought into canonical form.
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

it('[rule 9] an earlier version’s log reads the same after its tables are rewritten, with refused answers cut to what is read', async () => {
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

it('an earlier version’s texts are stored in canonical form, so that sections still match the type of their questions', async () => {
  await migrate('0029_also_correct.sql');
  const type = 'अंग्रे\u095bी'; // one character, for which canonical form has two
  await db.query(
    `insert into users (uid, role, full_name, password_hash) values ('A', 'candidate', $1, '')`,
    [type],
  );
  await db.query(
    `insert into question_revisions (question_id, type, text, options, correct, weightage, negative)
     values ('q', $1, 'What?', array['a', $1, 'c', 'd'], 1, 100, 0), ('r', 'English', 'é', array['a', 'b', 'c', 'd'], 0, 100, 0)`,
    [type],
  );
  await db.query(
    `insert into imports (id, state, file_name, started_by, heard_at) values ('i', 'done', '', 'A', now())`,
  );
  await db.query(
    `insert into questions (id, revision_id, type, content_hash, position, import_id) select question_id, id, type, id::text, 1, 'i' from question_revisions`,
  );
  await db.query(
    `insert into exams (id, price_paise, description, starts_at, duration_minutes, format, status, name, sections)
     values ('e', 0, '', now(), 60, 'MCQ', 'Active', $1, jsonb_build_array(jsonb_build_object('fieldType', $1::text)))`,
    [type],
  );
  await migrate('0030_one_form.sql');
  const { rows } = await db.query(
    `select u.full_name, q.type, r.type as asked, r.text, r.options, e.name, e.sections->0->>'fieldType' as section from users u, exams e, questions q join question_revisions r on r.id = q.revision_id order by q.id`,
  );
  const form = type.normalize();
  expect(form).not.toBe(type);
  const of = { full_name: form, name: form, section: form };
  expect(rows).toEqual([
    { ...of, type: form, asked: form, text: 'What?', options: ['a', form, 'c', 'd'] },
    { ...of, type: 'English', asked: 'English', text: 'é', options: [...'abcd'] },
  ]);
});
