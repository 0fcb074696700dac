/**
 * A wire between browser and server that a test can cut in one direction: requests arrive, answers are lost,
 * as when a phone drops out of its cell at the worst moment.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CutProxy {
  readonly port: number;
  /** From now on answers are lost. @returns when the first one was */
  loseAnswers(): Promise<void>;
  /** Answers arrive again. */
  restore(): void;
  close(): Promise<void>;
}

/** @param targetPort asked for at each connection: the server may come back elsewhere */
export async function cutProxy(targetPort: () => number): Promise<CutProxy> {
  const open = new Set<Socket>();
  let lost: (() => void) | null = null;

  const server = createServer((client) => {
    const target = connect(targetPort(), '127.0.0.1');
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(one);
      // A socket that breaks takes its other half along; the close says all there is to say.
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    client.on('data', (chunk) => target.write(chunk));
    target.on('data', (chunk) => {
      if (lost) lost();
      else client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The proxy has no port.');

  return {
    port: address.port,
    loseAnswers: () =>
      new Promise((resolve) => {
        lost = resolve;
      }),
    restore: () => {
      lost = null;
    },
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}
