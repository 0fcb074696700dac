// Requests that come when they come, whether or not the server has answered those before: a herd doesn't wait. How long
// each took counts from when it was due.
import { type Connection, openConnection, type Reply } from './http-connection.ts';

export type HerdRequest = {
  method: 'GET' | 'POST';
  path: string;
  token?: string;
  body?: string;
};

export type HerdFigures = {
  /** Of a hundred, those answered within a second of when they were due. */
  withinASecond: number;
  medianMs: number;
  /** The slowest but one in a hundred. */
  slowMs: number;
  bytesEach: number;
  /** Answers that were none of the expected. */
  failed: number;
};

/** So many sockets share the load: the client's own cost must stay small on two cores. */
const CONNECTIONS = 400;

/** @param overMs in which all of them fall due, evenly */
export async function sendHerd(
  port: number,
  requests: readonly HerdRequest[],
  overMs: number,
  isRight: (reply: Reply) => boolean,
): Promise<HerdFigures> {
  const connections: Connection[] = [];
  for (let made = 0; made < Math.min(CONNECTIONS, requests.length); made += 1)
    connections.push(await openConnection(port));
  const took: number[] = [];
  let failed = 0;
  const began = performance.now() + 200;
  await Promise.all(
    connections.map(async (connection, lane) => {
      for (let at = lane; at < requests.length; at += connections.length) {
        const due = began + (at / requests.length) * overMs;
        const wait = due - performance.now();
        if (wait > 0) await new Promise((done) => setTimeout(done, wait));
        const request = requests[at];
        if (!request) continue;
        const { method, path, token, body } = request;
        const reply = await connection.ask(method, path, token, body);
        if (!isRight(reply)) failed += 1;
        took.push(performance.now() - due);
      }
    }),
  );
  const bytes = connections.reduce(
    (sum, { bytes: { sent, received } }) => sum + sent + received,
    0,
  );
  for (const connection of connections) connection.close();
  took.sort((a, b) => a - b);
  return {
    withinASecond: (took.filter((ms) => ms <= 1_000).length / took.length) * 100,
    medianMs: took[Math.floor(took.length / 2)] ?? 0,
    slowMs: took[Math.floor(took.length * 0.99)] ?? 0,
    bytesEach: bytes / requests.length,
    failed,
  };
}
