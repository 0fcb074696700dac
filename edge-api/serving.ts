/**
 * Listening, and its end without a cut request. On stop: for a moment every answer says `Connection: close`, so that
 * clients with open connections leave by themselves and a balancer that asks /readyz sends the next elsewhere; then no
 * connection is accepted, idle ones are closed at once and busy ones with their answer.
 */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Problem } from './problem.ts';
import { newId } from './services/new-id.ts';

/** Busy clients have sent their next request by then and know that it was the last on that connection. */
const LAME_MS = 1_000;
/** Longer than any answer takes but an upload's; what still hangs then is cut. */
const LAST_ANSWERS_MS = 5_000;
/**
 * How long a connection may say nothing. Longer than nginx keeps one to us (60 s): it would send on one that is being
 * closed, and a push would be answered with 502. A phone that saves now and then needs no new connection each time.
 */
const IDLE_MS = 75_000;

type Fetch = Parameters<typeof getRequestListener>[0];

export type Serving = {
  /** Resolves once it listens. */
  start(fetch: Fetch, at: { port: number; host: string }): Promise<void>;
  isStopping(): boolean;
  /** Resolves once nothing is open any more. */
  stop(): Promise<void>;
};

export function createServing(): Serving {
  const server = createServer({ keepAliveTimeout: IDLE_MS });
  const underWay = new Set<ServerResponse>();
  let stopping = false;
  server.on('request', (_, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (stopping) response.shouldKeepAlive = false;
  });
  return {
    async start(fetch, { port, host }) {
      server.on('request', getRequestListener(fetch, { errorHandler: refuse }));
      server.listen(port, host);
      await once(server, 'listening');
    },
    isStopping: () => stopping,
    async stop() {
      stopping = true;
      for (const response of underWay) response.shouldKeepAlive = false;
      if ((await openConnections(server)) > 0) await pause(LAME_MS);
      await close(server);
    },
  };
}

/** What is no address, such as `*`, never reaches the app, which answers all else (app.ts). */
function refuse(error: unknown): Response {
  const problem = new Problem(error instanceof RequestError ? 'unreadable' : 'internal');
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  return Response.json(problem.toBody(newId()), { status: problem.status, headers });
}

const openConnections = (server: Server) =>
  new Promise<number>((tell) => server.getConnections((error, count) => tell(error ? 1 : count)));

/** Idle connections go at once, the others with their answer. */
async function close(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS);
  await new Promise((done) => server.close(done));
  clearTimeout(cut);
}
