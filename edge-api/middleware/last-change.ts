// Whoever of the office changed something sees it in every list from then on, though a standby may answer: a cookie says
// which position of the database's log a list must have come to. It goes when no list may be as old as that any more.
import type { Context, MiddlewareHandler } from 'hono';
import { parse, serialize } from 'hono/utils/cookie';
import { markOfChange } from '#api/services/replica/read-late.ts';
import type { Deps } from '../deps.ts';

const NAME = 'changed';
/** As the device's: taken over https alone. */
const SECURE_NAME = `__Secure-${NAME}`;
const OFFICE = 'office';

/** An upload is answered before all of it is written. */
const LONGEST_UPLOAD_SECONDS = 600;

/** Tells that an administrator asks. */
export function noteOffice(c: Pick<Context, 'set'>): void {
  c.set(OFFICE, true);
}

/** @returns what a list must hold, as `markOfChange` gave it; null where there was no change, or what was sent is none */
export function lastChange(request: Request): number | null {
  const kept = parse(request.headers.get('cookie') ?? '');
  const mark = kept[SECURE_NAME] ?? kept[NAME] ?? '';
  return /^\d{1,16}$/.test(mark) ? Number(mark) : null;
}

/** After each change by the office, refused ones too: who is told that somebody else was faster shall see that. */
export function keepLastChange(deps: Deps): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { replica, settings } = deps;
    if (!replica || c.req.method === 'GET' || c.get(OFFICE) !== true) return;
    const goesOn = c.res.headers.get('content-type') === 'application/x-ndjson';
    const mark = await markOfChange(deps, goesOn);
    const secure = settings.publicUrl.startsWith('https:');
    const cookie = serialize(secure ? SECURE_NAME : NAME, String(mark), {
      httpOnly: true,
      sameSite: 'Strict',
      secure,
      path: '/api',
      maxAge: replica.oldestSeconds + (goesOn ? LONGEST_UPLOAD_SECONDS : 0),
    });
    c.header('set-cookie', cookie, { append: true });
  };
}
