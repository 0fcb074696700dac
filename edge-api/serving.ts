/**
 * Listens, and stops without cutting off a request. On stop, every reply says `Connection: close` for a moment, so that
 * clients close their connections and a load balancer that reads /readyz sends new requests elsewhere. Then no connection
 * is accepted any more, idle connections are closed at once, and busy ones after their reply.
 */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Problem } from './problem.ts';
import { newId } from './services/new-id.ts';

/** Long enough for busy clients to send one more request and learn that it was the last on that connection. */
const LAME_MS = 1_000;
/** Longer than any reply takes, except that to an upload. Connections still open then are cut off. */
const LAST_ANSWERS_MS = 5_000;
/**
 * How long an idle connection stays open. Longer than nginx keeps its connections to us (60 s): otherwise nginx could send a
 * push on a connection that we are just closing, and answer it with 502. It also spares a phone that saves now and then
 * a new connection each time.
 */
const IDLE_MS = 75_000;

type Fetch = Parameters<typeof getRequestListener>[0];

export type Serving = {
  /** Resolves once the server listens. */
  start(fetch: Fetch, at: { port: number; host: string }): Promise<void>;
  isStopping(): boolean;
  /** Resolves once every connection is closed. */
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

/** Answers a request that doesn't reach the app because its address is invalid, such as `*`. app.ts answers all others. */
function refuse(error: unknown): Response {
  const problem = new Problem(error instanceof RequestError ? 'unreadable' : 'internal');
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  return Response.json(problem.toBody(newId()), { status: problem.status, headers });
}

const openConnections = (server: Server) =>
  new Promise<number>((tell) => server.getConnections((error, count) => tell(error ? 1 : count)));

/** Closes idle connections at once and the others after their reply. */
async function close(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS);
  await new Promise((done) => server.close(done));
  clearTimeout(cut);
}
