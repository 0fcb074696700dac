// The thread that reads one uploaded file, of questions or of other rows, so that a large or hostile file doesn't block the server. The
// result goes back in small pieces.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { readQuestionFile } from './read-question-file.ts';
import { readTable } from './read-table.ts';
import type { FromWorker, Task } from './run-worker.ts';

/** Rows in one message. The structured clone of this many takes the server about a millisecond. */
const piece = 500;

const task: Task = workerData;
const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');
const send = (message: FromWorker) => port.postMessage(message);

async function sendPieces<T>(items: readonly T[], wrap: (items: T[]) => FromWorker): Promise<void> {
  for (let start = 0; start < items.length; start += piece) {
    send(wrap(items.slice(start, start + piece)));
    await once(port as NonNullable<typeof port>, 'message'); // the server has taken the piece
  }
}

async function readQuestions(): Promise<void> {
  const outcome = await readQuestionFile(task.bytes, task.fileName, (rows) => {
    if (rows % piece === 0) send({ is: 'progress', rows });
  });
  if (!outcome.ok) return send({ is: 'refused', refusal: outcome });
  await sendPieces(outcome.rows, (rows) => ({ is: 'rows', rows }));
  for (const list of ['duplicates', 'errors', 'warnings'] as const) {
    await sendPieces(outcome[list], (notes) => ({ is: 'notes', list, notes }));
  }
  send({ is: 'read', format: outcome.format, sheets: outcome.sheets });
}

async function readRows(): Promise<void> {
  const outcome = await readTable(task.bytes, task.fileName);
  if (!outcome.ok) return send({ is: 'refused', refusal: outcome });
  await sendPieces(outcome.rows, (rows) => ({ is: 'table-rows', rows }));
  send({ is: 'table-read' });
}

await (task.what === 'table' ? readRows() : readQuestions());
port.close();
