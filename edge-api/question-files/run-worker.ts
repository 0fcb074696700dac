// The messages between the server and the worker that reads uploaded files, and the start of the worker: with limited memory, from the
// bundle that edge-api/build/bundle-server.ts makes.
import { Worker } from 'node:worker_threads';
import type { ImportFormat, RowNote } from '#contract/desk/questions.ts';
import type { ParsedQuestion, Refusal, SheetSummary } from './question-file.ts';
import type { TableRow } from './read-table.ts';

/** Reads a file as questions, or as a table of anything else. */
export type Task = { bytes: Uint8Array; fileName: string; what: 'questions' | 'table' };

export type FromWorker =
  | { is: 'progress'; rows: number }
  | { is: 'rows'; rows: ParsedQuestion[] }
  | { is: 'notes'; list: 'duplicates' | 'errors' | 'warnings'; notes: RowNote[] }
  | { is: 'table-rows'; rows: TableRow[] }
  | { is: 'table-read' }
  | { is: 'read'; format: ImportFormat; sheets: SheetSummary[] }
  | { is: 'refused'; refusal: Refusal };

/** Enough for a workbook that inflates to the limit. Beyond this, only the thread ends, not the server. */
const heapMegabytes = 1024;

export function startWorker(task: Task): Worker {
  const worker = new Worker(new URL('../../dist/workers/question-files.js', import.meta.url), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    stderr: true,
  });
  worker.stderr.resume(); // the library reports every unknown record of an old workbook there
  return worker;
}

export function ranOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
