// An administrator who changes something sees the change in every list, even when a standby answers. A cookie names the
// position in the database's log that the standby must have reached; it expires once no list may be that old any more.
// A second cookie says that an upload is still being written, which has no such position yet.
import type { Context, MiddlewareHandler } from 'hono';
import { parse, serialize } from 'hono/utils/cookie';
import { BEYOND, markOfChange } from '#api/services/replica/read-late.ts';
import type { Deps } from '../deps.ts';

const CHANGED = 'changed';
const CHANGING = 'changing';
/** Browsers accept a cookie with this prefix over https only. The device cookie has it, too. */
const SECURE = '__Secure-';
const OFFICE = 'office';

/** The reply to an upload begins before everything is written; this is the longest that writing may take. */
const LONGEST_UPLOAD_SECONDS = 600;

/** Marks the request as an administrator's, for `keepLastChange`. */
export function noteOffice(c: Pick<Context, 'set'>): void {
  c.set(OFFICE, true);
}

/**
 * @returns the log position that a list must have reached, for `readLate`: BEYOND while an upload is being written, null
 * when the cookie is missing or invalid
 */
export function lastChange(request: Request): number | null {
  return kept(request, CHANGING) === '1' ? BEYOND : markKept(request);
}

function kept(request: Request, name: string): string {
  const cookies = parse(request.headers.get('cookie') ?? '');
  return cookies[SECURE + name] ?? cookies[name] ?? '';
}

function markKept(request: Request): number | null {
  const mark = kept(request, CHANGED);
  return /^\d{1,16}$/.test(mark) ? Math.min(Number(mark), BEYOND) : null;
}

/**
 * Sets the cookie after each change by the office, also after a refused one: an administrator who hears that someone else
 * saved first must then see that other change.
 */
export function keepLastChange(deps: Deps): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { replica, settings } = deps;
    if (!replica || c.req.method === 'GET' || c.get(OFFICE) !== true) return;
    const secure = settings.publicUrl.startsWith('https:');
    const keep = (name: string, value: string, maxAge: number) => {
      const cookie = serialize(secure ? SECURE + name : name, value, {
        httpOnly: true,
        sameSite: 'Strict',
        secure,
        path: '/api',
        maxAge,
      });
      c.header('set-cookie', cookie, { append: true });
    };
    if (c.res.headers.get('content-type') === 'application/x-ndjson') {
      keep(CHANGING, '1', replica.oldestSeconds + LONGEST_UPLOAD_SECONDS);
    } else {
      // Replies may arrive in another order than they were made, so the cookie never goes back to a lower position.
      const mark = Math.max(markKept(c.req.raw) ?? 0, await markOfChange(replica));
      keep(CHANGED, String(mark), replica.oldestSeconds);
    }
  };
}
