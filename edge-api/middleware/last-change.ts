// Someone of the office who changed something sees it in every list from then on, though a standby may answer: a cookie says
// which position of the database's log a list must have come to. It goes when no list may be as old as that any more.
// Another says that an upload is being written, which has no such position yet.
import type { Context, MiddlewareHandler } from 'hono';
import { parse, serialize } from 'hono/utils/cookie';
import { BEYOND, markOfChange } from '#api/services/replica/read-late.ts';
import type { Deps } from '../deps.ts';

const CHANGED = 'changed';
const CHANGING = 'changing';
/** As the device's: taken over https alone. */
const SECURE = '__Secure-';
const OFFICE = 'office';

/** An upload is answered before all of it is written. */
const LONGEST_UPLOAD_SECONDS = 600;

/** Tells that an administrator asks. */
export function noteOffice(c: Pick<Context, 'set'>): void {
  c.set(OFFICE, true);
}

/** @returns what a list must hold, for `readLate`; null where there was no change, or what was sent is none */
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

/** After each change by the office, refused ones too: who is told that somebody else was faster shall see that. */
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
      // Answers may overtake each other.
      const mark = Math.max(markKept(c.req.raw) ?? 0, await markOfChange(replica));
      keep(CHANGED, String(mark), replica.oldestSeconds);
    }
  };
}
