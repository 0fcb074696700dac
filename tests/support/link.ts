/** A wire between two programs that can be cut as a network is: nothing arrives any more, and neither side is told. */

import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { portOf } from './free-port.ts';

export type Link = {
  readonly port: number;
  cut(): void;
  /** Breaks off the connections from before the mending; new ones work. */
  mend(): void;
  close(): void;
};

/** @param target a port, or a function that is called for each connection if the port may change */
export async function linkTo(target: number | (() => number)): Promise<Link> {
  const open = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((near) => {
    open.add(near);
    near.on('close', () => open.delete(near));
    near.on('error', () => {});
    if (isCut) return void near.pause();
    const far = connect(typeof target === 'number' ? target : target(), '127.0.0.1');
    open.add(far);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.setNoDelay(true);
      one.on('data', (chunk) => other.write(chunk));
      one.on('close', () => {
        open.delete(one);
        if (!isCut) other.destroy();
      });
      one.on('error', () => {});
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    cut() {
      isCut = true;
      for (const socket of open) socket.pause();
    },
    mend() {
      isCut = false;
      for (const socket of open) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
