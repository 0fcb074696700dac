// The question bank and how an import fills it. A question belongs to the bank once its whole import is done, until it
// is archived (`retired_at`).

import { count, isNotNull, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database, Orm } from '../client.ts';
import { instant } from '../instants.ts';
import { bankState, imports, questions } from '../schema/exams.ts';

/**
 * The condition on `questions` that every reader of the bank uses. An import is either done or running, and only one
 * can be running, so the running one is looked up once instead of each question's import. (The planner expects hardly
 * any rows from `is distinct from`, and would sort the whole bank for a page.)
 */
export const inBank = sql`(${questions.retiredAt} is null and coalesce(${questions.importId} <> (
  select ${imports.id} from ${imports} where ${imports.state} = 'running'), true))`;

/** The condition for archived questions, which can be restored. */
export const inArchive = isNotNull(questions.retiredAt);

/** How many questions of each type the bank holds, by type name. */
export async function countByType(orm: Orm): Promise<{ type: string; count: number }[]> {
  return orm
    .select({ type: questions.type, count: count() })
    .from(questions)
    .where(inBank)
    .groupBy(questions.type)
    .orderBy(questions.type);
}

/** Tells all processes about a change of the bank, in the change's own transaction. */
export async function bumpBankVersion(tx: Orm): Promise<void> {
  await tx
    .insert(bankState)
    .values({ id: 1, version: 1 })
    .onConflictDoUpdate({ target: bankState.id, set: { version: sql`${bankState.version} + 1` } });
}

// The rows of an import. Short statements insert and remove them, so that nobody waits behind a large file, and nobody
// sees them until the import is done (`inBank`).

export type NewQuestion = {
  id: string;
  position: number;
  type: string;
  text: string;
  options: readonly string[];
  correct: number;
  weightage: number; // hundredths
  negative: number; // hundredths
  hash: string;
};

/** An import silent for this long was cut off; its writer may write no more. */
const SILENT_SECONDS = 120;
const IS_ALIVE = `state = 'running' and heard_at > ${instant('$1')} - interval '${SILENT_SECONDS} seconds'`;

const ADD = `
with alive as (
  update imports set heard_at = ${instant('$1')} where id = $2 and ${IS_ALIVE} returning id
), input as (
  select * from jsonb_to_recordset($3::text::jsonb)
    as r(id text, position int, type text, text text, options text[], correct smallint, weightage int, negative int, hash text)
), revised as (
  insert into question_revisions (question_id, type, text, options, correct, weightage, negative, created_at)
  select input.id, type, text, options, correct, weightage, negative, ${instant('$1')}
  from input, alive returning id, question_id
), added as (
  insert into questions (id, revision_id, type, content_hash, import_id, position, created_at)
  select input.id, revised.id, input.type, input.hash, $2, input.position, ${instant('$1')}
  from input join revised on revised.question_id = input.id returning 1
)
select count(*)::int as written from added`;

const countSchema = z.tuple([z.object({ written: z.int() })]);

/** @returns false when the import was meanwhile considered cut off: nothing was written */
export async function addQuestions(
  db: Database,
  now: number,
  importId: string,
  rows: readonly NewQuestion[],
): Promise<boolean> {
  const [{ written }] = countSchema.parse(
    await db.rows(ADD, [now, importId, JSON.stringify(rows)]),
  );
  return written === rows.length;
}

const REMOVE = `
with doomed as (select id from questions where import_id = $1 limit 500),
revised as (delete from question_revisions where question_id in (select id from doomed)),
gone as (delete from questions where id in (select id from doomed) returning 1)
select count(*)::int as written from gone`;

/** Removes an unfinished import completely. */
export async function removeImport(db: Database, importId: string): Promise<void> {
  for (;;) {
    const [{ written }] = countSchema.parse(await db.rows(REMOVE, [importId]));
    if (written === 0) break;
  }
  await db.rows(`delete from imports where id = $1 and state = 'running'`, [importId]);
}

const idsSchema = z.array(z.object({ id: z.string() }));

/**
 * Imports that were cut off.
 * @param everyone all that are marked as running, because no other process can be at work
 */
export async function findCutOff(db: Database, now: number, everyone: boolean): Promise<string[]> {
  const rows = await db.rows(
    `select id from imports where state = 'running' and ($2::boolean or not (${IS_ALIVE}))`,
    [now, everyone],
  );
  return idsSchema.parse(rows).map(({ id }) => id);
}

/** @returns false when another import is running */
export async function beginImport(
  db: Database,
  now: number,
  begun: { id: string; fileName: string; actor: string },
): Promise<boolean> {
  const rows = await db.rows(
    `insert into imports (id, state, file_name, started_by, started_at, heard_at)
     values ($2, 'running', $3, $4, ${instant('$1')}, ${instant('$1')})
     on conflict (state) where state = 'running' do nothing returning id`,
    [now, begun.id, begun.fileName, begun.actor],
  );
  return rows.length === 1;
}

const knownSchema = z.array(
  z.object({
    content_hash: z.string(),
    answer: z.string(),
    weightage: z.int(),
    negative: z.int(),
  }),
);
export type KnownQuestion = z.infer<typeof knownSchema>[number];

/** The questions of the bank that have one of these hashes: the text of the right option, and the marks in hundredths. */
export async function knownQuestions(
  db: Database,
  hashes: readonly string[],
): Promise<KnownQuestion[]> {
  const rows = await db.rows(
    `select q.content_hash, r.options[r.correct + 1] as answer, r.weightage, r.negative
     from questions q join imports i on i.id = q.import_id
       join question_revisions r on r.id = q.revision_id
     where q.retired_at is null and i.state = 'done'
       and q.content_hash in (select jsonb_array_elements_text($1::text::jsonb))`,
    [JSON.stringify(hashes)],
  );
  return knownSchema.parse(rows);
}
