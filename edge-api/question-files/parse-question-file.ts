// Reads an uploaded question file in a thread of its own: the server goes on answering, whatever the
// file holds, and the thread is gone afterwards.
import { inThread, type ThreadWatch } from './in-thread.ts';
import type { FileReading, ParseOutcome } from './question-file.ts';

export type Watch = ThreadWatch & {
  /** Told now and then how many rows are read. */
  onRows?: (rows: number) => void;
};

/**
 * `fileName` is the name the file was sent under. Never rejects for anything a file can hold. Rows come
 * in the order of the file; the promise resolves when all are there.
 */
export function parseQuestionFile(
  bytes: Uint8Array,
  fileName: string,
  { onRows, ...watch }: Watch = {},
): Promise<ParseOutcome> {
  const reading: FileReading = {
    ok: true,
    format: 'workbook',
    rows: [],
    duplicates: [],
    errors: [],
    warnings: [],
    sheets: [],
  };
  return inThread<ParseOutcome>({ bytes, fileName, what: 'questions' }, watch, (message) => {
    if (message.is === 'progress') onRows?.(message.rows);
    if (message.is === 'rows') reading.rows.push(...message.rows);
    if (message.is === 'notes') reading[message.list].push(...message.notes);
    if (message.is === 'read')
      return { ...reading, format: message.format, sheets: message.sheets };
  });
}
