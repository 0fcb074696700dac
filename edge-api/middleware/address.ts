// The network address a request came from.
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** @param trustProxy true when a reverse proxy of ours writes the last entry of X-Forwarded-For */
export function addressOf(c: Context, trustProxy: boolean): string {
  if (trustProxy) {
    const hops = c.req.header('x-forwarded-for')?.split(',');
    const last = hops?.at(-1)?.trim();
    if (last) return last;
  }
  // Requests made in-process, without a socket, have no address.
  return c.env && 'incoming' in c.env ? (getConnInfo(c).remote.address ?? 'unknown') : 'in-process';
}
