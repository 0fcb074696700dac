// Writes the bank, or the empty template, as an .xlsx file in a thread of its own.
import { setImmediate } from 'node:timers/promises';
import type { Question } from './question-file.ts';
import { type FromWorker, startWorker, type ToWriter } from './run-worker.ts';

const piece = 500;
const templateRows = 500;

async function write(
  questions: Iterable<Question> | AsyncIterable<Question>,
  spareRows: number,
): Promise<Uint8Array> {
  const worker = startWorker({ is: 'write' });
  const send = (message: ToWriter) => worker.postMessage(message);
  const written = new Promise<Uint8Array>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.is === 'written') resolve(message.bytes);
    });
    worker.on('error', reject);
    worker.on('exit', () =>
      reject(new Error('The thread that writes question files ended without an answer.')),
    );
  });
  try {
    let waiting: Question[] = [];
    for await (const question of questions) {
      waiting.push(question);
      if (waiting.length < piece) continue;
      send({ is: 'questions', questions: waiting });
      waiting = [];
      await setImmediate();
    }
    send({ is: 'questions', questions: waiting });
    send({ is: 'end', spareRows });
    return await written;
  } finally {
    written.catch(() => undefined); // the questions' own failure is the one to tell
    await worker.terminate();
  }
}

/** An .xlsx of the nine columns that `parseQuestionFile` reads back as the same questions. */
export function writeQuestionsWorkbook(
  questions: Iterable<Question> | AsyncIterable<Question>,
): Promise<Uint8Array> {
  return write(questions, 0);
}

/** The nine column names above empty rows that keep what is typed as text. */
export function writeQuestionsTemplate(): Promise<Uint8Array> {
  return write([], templateRows);
}
