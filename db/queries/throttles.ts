// Counts of attempts per key, in fixed windows: one statement each to count and to read.

import * as z from 'zod/mini';
import type { Database } from '../client.ts';
import { instant, millis } from '../instants.ts';

export type Tally = { key: string; count: number; resetsAt: number };

const tallySchema = z.object({ key: z.string(), count: z.number(), resets_at: z.number() });

const toTallies = (rows: unknown[]): Tally[] =>
  z
    .array(tallySchema)
    .parse(rows)
    .map(({ key, count, resets_at }) => ({ key, count, resetsAt: resets_at }));

/** A JSON list as an array, so that each key is looked up; with `in`, the planner might scan the whole table. */
export const KEYS = (list: string) =>
  `array(select jsonb_array_elements_text(${list}::text::jsonb))`;

const TALLY = `key, count, ${millis('resets_at')} as resets_at`;

/**
 * How far the clocks of two servers may differ. A window that ends later than a new one would, by more than this, was
 * begun while a clock was wrong, perhaps by years. It counts as over, so that nobody waits for its end.
 */
export const CLOCKS_APART_SECONDS = 300;

const IS_OVER = `(t.resets_at <= ${instant('$1')}
  or t.resets_at > excluded.resets_at + interval '${CLOCKS_APART_SECONDS} seconds')`;

/** Counts one attempt under each key; an expired window starts again. Keys must differ. */
export async function countTries(
  db: Database,
  now: number,
  tries: readonly { key: string; seconds: number }[],
): Promise<Tally[]> {
  const rows = await db.rows(
    `insert into throttles as t (key, count, resets_at)
     select tries.key, 1, ${instant('$1')} + tries.seconds * interval '1 second'
     from jsonb_to_recordset($2::text::jsonb) as tries(key text, seconds integer) order by tries.key
     on conflict (key) do update set
       count = case when ${IS_OVER} then 1 else t.count + 1 end,
       resets_at = case when ${IS_OVER} then excluded.resets_at else t.resets_at end
     returning ${TALLY}`,
    [now, JSON.stringify(tries)],
  );
  return toTallies(rows);
}

/** Takes back one attempt under each key, for attempts that turned out right. */
export async function giveTriesBack(db: Database, keys: readonly string[]): Promise<void> {
  await db.rows(`with ${TRIES_GIVEN_BACK} select 1`, [JSON.stringify(keys), '']);
}

/**
 * The same as part of another statement: $1 are the keys, $2 is the one whose count is removed. Rows are locked in the
 * order in which attempts are counted, so that two sign-ins never deadlock.
 */
export const TRIES_GIVEN_BACK = `
  counted as materialized (
    select key, count from throttles
    where key = any (${KEYS('$1')}) order by key for update
  ), none_left as (
    delete from throttles using counted
    where throttles.key = counted.key and (counted.count <= 1 or counted.key = $2)
  ), one_less as (
    update throttles set count = counted.count - 1 from counted
    where throttles.key = counted.key and counted.count > 1 and counted.key <> $2
  )`;
