// Reads an uploaded question file in a thread of its own: the server goes on answering, whatever the
// file holds, and the thread is gone afterwards.
import type { FileReading, ParseOutcome } from './question-file.ts';
import { type FromWorker, ranOutOfMemory, startWorker } from './run-worker.ts';

/** A sound file of 50,000 rows takes a few seconds; only a file made to take long takes longer. */
const mostMilliseconds = 60_000;

export type Watch = {
  /** Aborted: the thread is ended and the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Told now and then how many rows are read. */
  onRows?: (rows: number) => void;
  timeoutMs?: number;
};

/**
 * `fileName` is the name the file was sent under. Never rejects for anything a file can hold. Rows come
 * in the order of the file; the promise resolves when all are there.
 */
export function parseQuestionFile(
  bytes: Uint8Array,
  fileName: string,
  { signal, onRows, timeoutMs = mostMilliseconds }: Watch = {},
): Promise<ParseOutcome> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  const worker = startWorker({ bytes, fileName });
  const reading: FileReading = {
    ok: true,
    format: 'workbook',
    rows: [],
    duplicates: [],
    errors: [],
    warnings: [],
    sheets: [],
  };
  return new Promise<ParseOutcome>((resolve, reject) => {
    const timer = setTimeout(() => {
      resolve({
        ok: false,
        code: 'took-too-long',
        message: 'This file takes too long to read. Please split it into smaller files.',
      });
    }, timeoutMs);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.on('message', (message: FromWorker) => {
      if (message.is === 'progress') onRows?.(message.rows);
      if (message.is === 'rows') reading.rows.push(...message.rows);
      if (message.is === 'notes') reading[message.list].push(...message.notes);
      if (message.is === 'rows' || message.is === 'notes')
        setImmediate(() => worker.postMessage('next'));
      if (message.is === 'read')
        resolve({ ...reading, format: message.format, sheets: message.sheets });
      if (message.is === 'refused') resolve(message.refusal);
    });
    worker.on('error', (error) => {
      if (ranOutOfMemory(error))
        resolve({
          ok: false,
          code: 'too-large',
          message: 'This file takes too much memory to read. Please split it into smaller files.',
        });
      else reject(error);
    });
    worker.on('exit', () => {
      clearTimeout(timer);
      reject(new Error('The thread that reads question files ended without an answer.'));
    });
  }).finally(() => worker.terminate());
}
