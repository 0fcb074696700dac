/**
 * A wire between browser and server. The page's origin is the wire, so everything goes through it, including the
 * service worker's requests, which a browser's own throttling leaves out. The wire notes the requests and the bytes. It
 * can be slow (one rate for all connections in each direction, a round trip, and one more for a new connection), and
 * can hold a request back. For failures there is the torn wire (tests/torture/torn-wire.ts).
 */

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from './free-port.ts';
import { type Flow, ShapedLane } from './shaped-lane.ts';

export interface WireShape {
  /** In each direction. */
  readonly bytesPerSecond: number;
  readonly roundTripMs: number;
}

export interface TcpWire {
  readonly port: number;
  /** "GET /path?query", in the order in which they were sent. */
  readonly asked: readonly string[];
  /** All that went through, headers included; `down` is what the server sent. */
  readonly bytes: { readonly up: number; readonly down: number };
  /** From now on requests like these wait on the way. @returns a function that lets them go on */
  hold(request: RegExp): () => void;
  /** @returns when the next request like these leaves the browser */
  seen(request: RegExp): Promise<void>;
  close(): Promise<void>;
}

/** Browsers begin each request with a packet of its own. */
const REQUEST = /^[A-Z]+ \S+(?= HTTP\/1\.1\r\n)/;

/**
 * @param targetPort called for each connection, because the server may come back on another port
 * @param shape if left out, the wire is as fast as it can be
 */
export async function tcpWire(targetPort: () => number, shape?: WireShape): Promise<TcpWire> {
  const openers = { up: opener(shape), down: opener(shape) };
  const open = new Set<Socket>();
  const asked: string[] = [];
  const bytes = { up: 0, down: 0 };
  let held: { like: RegExp; until: Promise<void> } | null = null;
  let awaited: { like: RegExp; seen: () => void } | null = null;

  const server = createServer((client) => {
    const target = connect(targetPort(), '127.0.0.1');
    const up = openers.up(target);
    const down = openers.down(client);
    for (const socket of [client, target]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('close', () => open.delete(socket));
    }
    client.on('data', async (chunk) => {
      const [request] = REQUEST.exec(chunk.toString('latin1')) ?? [];
      if (request) asked.push(request);
      if (request && awaited?.like.test(request)) awaited.seen();
      bytes.up += chunk.length;
      // The browser sends nothing else on this connection before the answer.
      if (request && held?.like.test(request)) await held.until;
      up.send(chunk);
    });
    target.on('data', (chunk) => {
      bytes.down += chunk.length;
      down.send(chunk);
    });
    // When one side breaks off, the other is closed as well. Errors need no handling, because a close follows each.
    client.on('error', () => {});
    client.on('close', () => {
      down.drop();
      target.destroy();
    });
    target.on('error', () => client.destroy());
    target.on('close', () => {
      up.drop();
      down.end(() => client.end());
    });
    if (!shape) return;
    client.pause();
    setTimeout(() => client.resume(), shape.roundTripMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: portOf(server),
    asked,
    bytes,
    hold: (like) => {
      let release = () => {};
      held = { like, until: new Promise((resolve) => (release = resolve)) };
      return () => {
        held = null;
        release();
      };
    },
    seen: (like) =>
      new Promise((resolve) => {
        awaited = { like, seen: resolve };
      }),
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

function opener(shape: WireShape | undefined): (to: Socket) => Flow {
  if (!shape) {
    return (to) => ({
      send: (chunk) => to.write(chunk),
      end: (arrived) => arrived(),
      drop: () => {},
    });
  }
  const lane = new ShapedLane(shape.bytesPerSecond, shape.roundTripMs / 2);
  return (to) => lane.open((chunk) => to.destroyed || to.write(chunk));
}
