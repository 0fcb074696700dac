// Columns of a workbook, and rows in the pieces that a query reads.
import type { WorkbookCell, WorkbookRows, WorkbookSheet } from './stream-workbook.ts';

type Column = WorkbookSheet['columns'][number];

/** @param width in characters */
export const text = (head: string, width: number): Column => ({ head, width, of: 'text' });

/** @param width in characters */
export const numbers = (head: string, width = 12): Column => ({ head, width, of: 'numbers' });

export async function* toRows<T>(
  pieces: AsyncIterable<readonly T[]>,
  toRow: (one: T) => WorkbookCell[],
): WorkbookRows {
  for await (const piece of pieces) yield piece.map(toRow);
}
