// The network address that a request came from.
import { isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** @param trustProxy true when our own reverse proxy writes the last entry of X-Forwarded-For */
export function addressOf(c: Context, trustProxy: boolean): string {
  if (trustProxy) {
    const hops = c.req.header('x-forwarded-for')?.split(',');
    const last = hops?.at(-1)?.trim();
    if (last) return networkOf(last);
  }
  // Requests made in-process, without a socket, have no address.
  return c.env && 'incoming' in c.env
    ? networkOf(getConnInfo(c).remote.address ?? 'unknown')
    : 'in-process';
}

/** Reduces an IPv6 address to its /64 network: whoever has one address has the whole /64, so limits apply to that. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/s, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = [], tail] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const groups = [...head];
  if (tail) groups.push(...Array<string>(8 - head.length - tail.length).fill('0'), ...tail);
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
