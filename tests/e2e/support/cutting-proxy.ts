/**
 * A proxy that cuts responses short: the headers give the full length, half of the bytes arrive, then the connection
 * closes.
 */

import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { portOf } from '../../support/free-port.ts';

export interface CuttingProxy {
  readonly url: string;
  /** How often each path was asked for. */
  readonly asked: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** @param cut decides whether a response is cut, by its path and how often the path was requested before */
export async function cuttingProxy(
  target: string,
  cut: (path: string, before: number) => boolean,
): Promise<CuttingProxy> {
  const asked = new Map<string, number>();
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const before = asked.get(path) ?? 0;
    asked.set(path, before + 1);
    const { method, headers } = incoming;
    const onward = request(new URL(path, target), { method, headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      const body = Buffer.concat(parts);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!cut(path, before)) return outgoing.end(body);
      outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    asked,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
