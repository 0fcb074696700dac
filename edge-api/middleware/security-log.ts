// Logs what helps to find an attack: every call to `auth/`, and everywhere else each refusal with 401 (not signed in), 403
// (no right) or 429 (too many). What was typed is never logged, because people type passwords into the UID field.
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Deps } from '../deps.ts';
import { addressOf } from './address.ts';

const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429]);
const UID = 'uid';

/** Notes for the log who calls, or who has just signed in. */
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
