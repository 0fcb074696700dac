// Who may read the metrics: anyone with METRICS_TOKEN; if no token is set, callers on this machine.
import { createHash, timingSafeEqual } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { observeRequest } from '#api/services/health/health.ts';

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;
/** A proxy on this machine connects from loopback on behalf of everyone. Any of these headers reveals it. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

export function isOperator(
  c: Context,
  bearer: string | undefined,
  { metricsToken, trustProxy }: { metricsToken: string | undefined; trustProxy: boolean },
): boolean {
  if (metricsToken !== undefined) return bearer !== undefined && isSame(bearer, metricsToken);
  // Behind our own proxy any caller may seem to be on this machine, even if the proxy adds none of the headers.
  if (trustProxy || !(c.env && 'incoming' in c.env)) return false;
  const isForwarded = FORWARDED.some((name) => c.req.header(name) !== undefined);
  return !isForwarded && LOOPBACK.test(getConnInfo(c).remote.address ?? '');
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** The route's pattern, or `none` when no handler answered, so that unknown addresses don't get metrics of their own. */
export function routeOf(c: Context): string {
  return c.res.status === 404 && routePath(c).includes('*') ? 'none' : routePath(c);
}

/** Times every request under its route's pattern. */
export const measure: MiddlewareHandler = async (c, next) => {
  const start = performance.now();
  await next();
  observeRequest(
    { method: c.req.method, route: routeOf(c), status: c.res.status },
    (performance.now() - start) / 1_000,
  );
};
