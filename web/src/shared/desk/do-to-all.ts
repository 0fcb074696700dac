/** One act on each of the rows that were chosen, one after the other; what failed stops nothing and is told. */
import { formatCount } from '#web/shared/format-count.ts';
import { reasonOf } from '#web/shared/use-load.ts';

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
): Promise<string> {
  const refused: string[] = [];
  for (const row of rows) {
    try {
      await act(row);
    } catch (error) {
      refused.push(reasonOf(error).message);
    }
  }
  const [only] = rows;
  if (nameOf && only && rows.length === 1) {
    const was = `“${nameOf(only)}” was`;
    return refused[0] ? `${was} not ${past}: ${refused[0]}` : `${was} ${past}.`;
  }
  const said = sentence(rows.length - refused.length, one, past);
  if (refused.length === 0) return said;
  const reasons = [...new Set(refused)].join(' ');
  return `${said} ${formatCount(refused.length, one)} ${refused.length === 1 ? 'was' : 'were'} not: ${reasons}`;
}

function sentence(count: number, one: string, past: string): string {
  return `${formatCount(count, one)} ${count === 1 ? 'was' : 'were'} ${past}.`;
}
