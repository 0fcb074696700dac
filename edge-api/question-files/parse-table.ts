// Reads an uploaded table, such as a college's list, in a thread of its own, as question files are.
import { inThread, type ThreadWatch } from './in-thread.ts';
import type { TableOutcome, TableRow } from './read-table.ts';

/** Rows in the order of the file. Never rejects for anything a file can hold. */
export function parseTable(
  bytes: Uint8Array,
  fileName: string,
  watch: ThreadWatch = {},
): Promise<TableOutcome> {
  const rows: TableRow[] = [];
  return inThread<TableOutcome>({ bytes, fileName, what: 'table' }, watch, (message) => {
    if (message.is === 'table-rows') rows.push(...message.rows);
    if (message.is === 'table-read') return { ok: true, rows };
  });
}
