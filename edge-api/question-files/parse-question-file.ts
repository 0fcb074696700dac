// Reads each uploaded question file in a thread of its own, which ends afterwards. The server keeps answering, whatever the file holds.
import type { Worker } from 'node:worker_threads';
import type { FileReading, ParseOutcome, Refusal } from './question-file.ts';
import type { TableOutcome, TableRow } from './read-table.ts';
import { type FromWorker, ranOutOfMemory, startWorker, type Task } from './run-worker.ts';

export type Watch = ThreadWatch & {
  /** Called now and then with the number of rows read so far. */
  onRows?: (rows: number) => void;
};

/**
 * Never rejects because of the file's contents. The rows are in the order of the file.
 * @param fileName the name that the browser sent
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

// Reads an uploaded table, such as a college's list, in a thread of its own too.

/** The rows are in the order of the file. Never rejects because of the file's contents. */
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

// Runs one thread for one file, with limited memory and time.

/** An honest file of 50,000 rows takes a few seconds. Only a file made to be slow takes longer than this. */
const mostMilliseconds = 60_000;

type ThreadWatch = {
  /** On abort, the thread ends and the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
};

const inPieces = new Set<FromWorker['is']>(['rows', 'notes', 'table-rows']);

function inThread<Outcome>(
  task: Task,
  watch: ThreadWatch,
  take: (message: FromWorker) => Outcome | undefined,
): Promise<Outcome | Refusal> {
  return watch.signal?.aborted
    ? Promise.reject(watch.signal.reason)
    : answerOf(startWorker(task), watch, take);
}

/**
 * Never rejects because of the file's contents. The worker has ended when the promise settles.
 * @param take is called with each message; the first value it returns that isn't undefined is the outcome
 */
export function answerOf<Outcome>(
  worker: Worker,
  { signal, timeoutMs = mostMilliseconds }: ThreadWatch,
  take: (message: FromWorker) => Outcome | undefined,
): Promise<Outcome | Refusal> {
  return new Promise<Outcome | Refusal>((resolve, reject) => {
    const timer = setTimeout(() => {
      resolve({
        ok: false,
        code: 'took-too-long',
        message: 'This file takes too long to read. Please split it into smaller files.',
      });
    }, timeoutMs);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.on('message', (message: FromWorker) => {
      if (message.is === 'refused') return resolve(message.refusal);
      const outcome = take(message);
      if (outcome !== undefined) resolve(outcome);
      if (inPieces.has(message.is)) setImmediate(() => worker.postMessage('next'));
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
      reject(new Error('The thread that reads uploaded files ended without an answer.'));
    });
  }).finally(() => worker.terminate());
}
