/** Ports of 127.0.0.1. */
import { createServer, type Server } from 'node:net';

/**
 * Below the range from which systems give ports to outgoing connections: such a port could be taken before the server
 * listens on it.
 */
const [FIRST, LAST] = [12_000, 32_000];

/** Each process begins at a random port, so that two processes that look at the same moment don't find the same one. */
let next = FIRST + Math.floor(Math.random() * (LAST - FIRST));

/** A port that nobody uses now. It stays free for the caller until its server listens, and while its server is down. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < LAST - FIRST; tries += 1) {
    const port = next;
    next = port < LAST ? port + 1 : FIRST;
    if (await isFree(port)) return port;
  }
  throw new Error(`Every port from ${FIRST} to ${LAST} is in use.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? done(false) : fail(error),
    );
    probe.listen({ port, exclusive: true }, () => probe.close(() => done(true)));
  });
}

/** The port of a server that listens. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
