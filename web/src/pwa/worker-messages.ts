/** What a page asks of the service worker. A worker of another version may not know every message. */
export type WorkerMessage =
  | { type: 'SKIP_WAITING' }
  /** Answered through the port that comes with the message: whether the whole exam is on this device now. */
  | { type: 'KEEP_EXAM' }
  /**
   * Fetches the exam too, but without noting that the device is a candidate's: until a page is alive, ready pages must
   * still come from the server.
   */
  | { type: 'BRING_EXAM' }
  /** Answered like KEEP_EXAM: whether nothing is missing any more. */
  | { type: 'KEEP_REST' }
  | { type: 'KEEP_SHOWN'; addresses: readonly string[] }
  /** Style sheets that came inside a page, by address, so that none is fetched again. */
  | { type: 'KEEP_SHEETS'; sheets: readonly [address: string, text: string][] };

const TYPES: readonly unknown[] = [
  'SKIP_WAITING',
  'KEEP_EXAM',
  'BRING_EXAM',
  'KEEP_REST',
] satisfies WorkerMessage['type'][];

export function isWorkerMessage(message: unknown): message is WorkerMessage {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false;
  if (message.type === 'KEEP_SHEETS') return 'sheets' in message && Array.isArray(message.sheets);
  if (message.type !== 'KEEP_SHOWN') return TYPES.includes(message.type);
  return 'addresses' in message && Array.isArray(message.addresses);
}

/** @returns the worker's answer; false when none comes in time, or when the worker is replaced */
export function askWorker(
  worker: ServiceWorker,
  message: WorkerMessage,
  patienceMs: number,
): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
    worker.addEventListener('statechange', () => worker.state === 'redundant' && resolve(false));
    setTimeout(() => resolve(false), patienceMs);
    worker.postMessage(message, [port2]);
  });
}
