/** One act on each of the rows that were chosen, one after the other; what failed stops nothing and is told. */
import type { ReactNode } from 'react';
import { formatCount } from '#web/shared/format-count.ts';
import { reasonOf } from '#web/shared/use-load.ts';
import type { NoticeTone } from '#web/ui/notice.tsx';

/** What was just done, and whether it was: `warn` is in part, `danger` not at all. */
export interface Told {
  done: ReactNode;
  tone: NoticeTone;
}

/**
 * @param one what a row is: "question"
 * @param past what was done: "deleted"
 * @param nameOf what a row is called, where one alone is told by its name
 * @returns what became of them: "3 questions were deleted. 1 question was not: …"
 */
export async function doToAll<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  one: string,
  past: string,
  nameOf?: (row: Row) => string,
): Promise<Told> {
  const refused: string[] = [];
  for (const row of rows) {
    try {
      await act(row);
    } catch (error) {
      refused.push(reasonOf(error).message);
    }
  }
  const tone = refused.length === 0 ? 'success' : refused.length < rows.length ? 'warn' : 'danger';
  const [only] = rows;
  if (nameOf && only && rows.length === 1) {
    const name = `“${nameOf(only)}”`;
    // The reason names it again where several may be told of together.
    const why = refused[0]?.replaceAll(` ${name}`, ' it');
    return { done: why ? `${name} was not ${past}. ${why}` : `${name} was ${past}.`, tone };
  }
  const said = sentence(rows.length - refused.length, one, past);
  if (refused.length === 0) return { done: said, tone };
  const reasons = [...new Set(refused)].join(' ');
  const not = `${formatCount(refused.length, one)} ${refused.length === 1 ? 'was' : 'were'} not: ${reasons}`;
  return { done: refused.length === rows.length ? `${said} ${reasons}` : `${said} ${not}`, tone };
}

function sentence(count: number, one: string, past: string): string {
  return `${count === 0 ? `No ${one}` : formatCount(count, one)} ${count < 2 ? 'was' : 'were'} ${past}.`;
}
