// Combines statements of one kind. While one is running, further calls wait and then go together in the next statement, so that
// one statement and one commit serve many callers. When none is running, a call is sent immediately. So a lone phone waits for
// nobody, and the more callers there are, the less each one costs (decision 55).
import * as z from 'zod/mini';
import type { Database } from '#db/client.ts';
import { canGoInParts, isDatabaseGone } from '#db/queries/read-error.ts';

/** A statement that takes longer than this no longer holds up the next one, which then uses another connection. */
const HOLDS_MS = 200;
/** Keeps a statement short. */
const MOST_TOGETHER = 64;

/**
 * SQL that reads a group, sent as JSON in $1, as rows. The condition on `counted`, which is never negative, is always true; it is
 * there for the query planner. Without it the planner expects a hundred rows and may read whole tables or compile the
 * statement. With it the planner expects a row or two and looks them up by key, however large the tables have become.
 * @param columns names and types, `counted` among them
 */
export const GROUP = (columns: string, counted = 'version') =>
  `select * from json_to_recordset($1::text::json) as g(${columns}) where ${counted} between 0 and 2147483647`;

type Waiting<T, R> = { one: T; tell(answer: R | Promise<R>): void; fail(error: unknown): void };
/** Only one statement runs at a time: two would each serve half as many callers at nearly the same cost (decision 88). */
type Line<T, R> = { waiting: Waiting<T, R>[]; isHeld: boolean };

/**
 * @param fits whether one more call may join this group
 * @param send returns one answer for each call of the group, in order; when the database refuses or cuts short a group, its calls are sent one by one
 */
export function inGroups<T, R>(
  fits: (group: readonly T[], one: T) => boolean,
  send: (db: Database, group: readonly T[]) => Promise<(R | Promise<R>)[]>,
): (db: Database, one: T) => Promise<R> {
  const lines = new WeakMap<Database, Line<T, R>>();

  /** Takes the calls that have waited longest first. */
  function takeGroup(line: Line<T, R>): Waiting<T, R>[] {
    const group: T[] = [];
    const [taken, left]: [Waiting<T, R>[], Waiting<T, R>[]] = [[], []];
    for (const next of line.waiting) {
      const goes = group.length === 0 || (group.length < MOST_TOGETHER && fits(group, next.one));
      (goes ? taken : left).push(next);
      if (goes) group.push(next.one);
    }
    line.waiting = left;
    return taken;
  }

  async function sendGroup(db: Database, group: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const answers = await send(
        db,
        group.map(({ one }) => one),
      );
      for (const [index, answer] of answers.entries()) group[index]?.tell(answer);
    } catch (error) {
      const isOver = group.length === 1 || (isDatabaseGone(error) && !canGoInParts(error));
      if (isOver) for (const { fail } of group) fail(error);
      else await Promise.all(group.map((one) => sendGroup(db, [one])));
    }
  }

  function sendNext(db: Database, line: Line<T, R>): void {
    if (line.isHeld || line.waiting.length === 0) return;
    line.isHeld = true;
    let isUnderWay = true;
    const letNext = () => {
      if (!isUnderWay) return;
      isUnderWay = false;
      clearTimeout(timer);
      line.isHeld = false;
      sendNext(db, line);
    };
    const timer = setTimeout(letNext, HOLDS_MS).unref();
    void sendGroup(db, takeGroup(line)).then(letNext);
  }

  return (db, one) => {
    const line = lines.get(db) ?? { waiting: [], isHeld: false };
    lines.set(db, line);
    return new Promise((tell, fail) => {
      line.waiting.push({ one, tell, fail });
      sendNext(db, line);
    });
  };
}

const placedSchema = z.looseObject({ n: z.int() });

/**
 * Combines reads that find at most one row each.
 * @param columns names and types of what each call asks for
 * @param statement reads from `a`, which has a row for each call of the group, numbered by `n`; returns at most one row for each, with its `n`
 * @param most calls in one statement
 * @returns a function that answers the row found, or undefined
 */
export function rowInGroups<T extends object>(
  columns: string,
  statement: string,
  most = MOST_TOGETHER,
): (db: Database, one: T) => Promise<unknown> {
  const read = `with a as materialized (${GROUP(`n int, ${columns}`, 'n')}) ${statement}`;
  return inGroups(
    (group) => group.length < most,
    async (db, group) => {
      const rows = await db.rows(read, [JSON.stringify(group.map((one, n) => ({ n, ...one })))]);
      const placed = new Map(rows.map((row) => [placedSchema.parse(row).n, row]));
      return group.map((_, n) => placed.get(n));
    },
  );
}
