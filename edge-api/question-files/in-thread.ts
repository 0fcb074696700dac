// One file read in a thread of its own, with bounded memory and time.
import type { Refusal } from './question-file.ts';
import { type FromWorker, ranOutOfMemory, startWorker, type Task } from './run-worker.ts';

/** A sound file of 50,000 rows takes a few seconds; only a file made to take long takes longer. */
const mostMilliseconds = 60_000;

export type ThreadWatch = {
  /** Aborted: the thread is ended and the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
};

const inPieces = new Set<FromWorker['is']>(['rows', 'notes', 'table-rows']);

/**
 * Never rejects for anything a file can hold.
 * @param take given each message; what it returns for the last one is the outcome
 */
export function inThread<Outcome>(
  task: Task,
  { signal, timeoutMs = mostMilliseconds }: ThreadWatch,
  take: (message: FromWorker) => Outcome | undefined,
): Promise<Outcome | Refusal> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  const worker = startWorker(task);
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
