// What somebody needs who looks for an attack: every call of `auth/`, and wherever else somebody was refused as
// nobody, as somebody without the right, or as too many. Never what was typed: a password gets typed as a UID.
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Deps } from '../deps.ts';
import { addressOf } from './address.ts';

const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429]);
const UID = 'uid';

/** Tells the log who calls, or who has just signed in. */
export function noteCaller(c: { set(name: string, value: string): void }, uid: string): void {
  c.set(UID, uid);
}

export function securityLog({ log, settings }: Pick<Deps, 'log' | 'settings'>): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { status } = c.res;
    if (!REFUSALS.has(status) && !c.req.path.includes('/auth/')) return;
    const uid: unknown = c.get(UID);
    log.info(
      {
        method: c.req.method,
        route: routePath(c),
        status,
        address: addressOf(c, settings.trustProxy),
        ...(typeof uid === 'string' && { uid }),
        requestId: c.res.headers.get('x-request-id') ?? undefined,
      },
      'security',
    );
  };
}
