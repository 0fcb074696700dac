// The thread in which question files are read, so that a large or hostile one costs the
// server nothing but waiting. One file a thread; what it answers goes back in small pieces.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { readQuestionFile } from './read-question-file.ts';
import type { FromWorker, Task } from './run-worker.ts';

/** A structured clone of this many rows takes the server about a millisecond. */
const piece = 500;

const task: Task = workerData;
const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');
const send = (message: FromWorker) => port.postMessage(message);

async function sendPieces<T>(items: readonly T[], wrap: (items: T[]) => FromWorker): Promise<void> {
  for (let start = 0; start < items.length; start += piece) {
    send(wrap(items.slice(start, start + piece)));
    await once(port as NonNullable<typeof port>, 'message'); // the reader has taken it
  }
}

const outcome = await readQuestionFile(task.bytes, task.fileName, (rows) => {
  if (rows % piece === 0) send({ is: 'progress', rows });
});
if (outcome.ok) {
  await sendPieces(outcome.rows, (rows) => ({ is: 'rows', rows }));
  for (const list of ['duplicates', 'errors', 'warnings'] as const) {
    await sendPieces(outcome[list], (notes) => ({ is: 'notes', list, notes }));
  }
  send({ is: 'read', format: outcome.format, sheets: outcome.sheets });
} else send({ is: 'refused', refusal: outcome });
port.close();
