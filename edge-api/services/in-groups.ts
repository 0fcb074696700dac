// What is asked of the database while the like of it is under way waits for the next statement and goes together with
// whatever else waits, so that a statement, and a commit, serve many; when nothing is under way it goes at once. So a lone
// phone waits for nobody, and the more ask, the less each costs (decision 55).
import * as z from 'zod/mini';
import type { Database } from '#db/client.ts';
import { canGoInParts, isDatabaseGone } from '#db/queries/read-error.ts';

/** A statement that takes longer no longer holds others up: the next one uses another connection. */
const HOLDS_MS = 200;
/** So that a statement stays short. */
const MOST_TOGETHER = 64;

/**
 * A group as rows of a statement, from JSON in $1. Asking for a range of `counted`, which is never negative, is for the
 * planner: it takes a list for a hundred rows, and would read whole tables or compile the statement rather than look for
 * so many; a range it takes for a row or two, and goes by the keys however long the tables have become meanwhile.
 * @param columns with their types, `counted` among them
 */
export const GROUP = (columns: string, counted = 'version') =>
  `select * from json_to_recordset($1::text::json) as g(${columns}) where ${counted} between 0 and 2147483647`;

type Waiting<T, R> = { one: T; tell(answer: R | Promise<R>): void; fail(error: unknown): void };
/** One statement at a time: with two, each would serve half as many and cost nearly the same (decision 88). */
type Line<T, R> = { waiting: Waiting<T, R>[]; isHeld: boolean };

/**
 * @param fits whether one more may go with these
 * @param send answers each of a group, in its order; a group that the database refuses, or cuts short, goes one by one
 */
export function inGroups<T, R>(
  fits: (group: readonly T[], one: T) => boolean,
  send: (db: Database, group: readonly T[]) => Promise<(R | Promise<R>)[]>,
): (db: Database, one: T) => Promise<R> {
  const lines = new WeakMap<Database, Line<T, R>>();

  /** The longest waiting first. */
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
 * @param columns of what is asked, with their types
 * @param statement asks for each row of `a`, which has the group's and their places `n`; gives at most one for each, with `n`
 * @param most of one statement
 * @returns the row, or undefined
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
