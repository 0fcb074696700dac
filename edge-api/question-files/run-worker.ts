// What the server and the worker for uploaded files say to each other, and how the worker is started: with
// bounded memory, from the bundle that edge-api/build/bundle-server.ts makes.
import { Worker } from 'node:worker_threads';
import type { ImportFormat, RowNote } from '#contract/desk/questions.ts';
import type { ParsedQuestion, Refusal, SheetSummary } from './question-file.ts';
import type { TableRow } from './read-table.ts';

/** Questions, or the rows of a table of whatever else. */
export type Task = { bytes: Uint8Array; fileName: string; what: 'questions' | 'table' };

export type FromWorker =
  | { is: 'progress'; rows: number }
  | { is: 'rows'; rows: ParsedQuestion[] }
  | { is: 'notes'; list: 'duplicates' | 'errors' | 'warnings'; notes: RowNote[] }
  | { is: 'table-rows'; rows: TableRow[] }
  | { is: 'table-read' }
  | { is: 'read'; format: ImportFormat; sheets: SheetSummary[] }
  | { is: 'refused'; refusal: Refusal };

/** Enough for a workbook that inflates to the limit; past it the thread ends and the server lives. */
const heapMegabytes = 1024;

export function startWorker(task: Task): Worker {
  const worker = new Worker(new URL('../../dist/workers/question-files.js', import.meta.url), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    stderr: true,
  });
  worker.stderr.resume(); // the library writes there of every unknown record of an old workbook
  return worker;
}

export function ranOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
