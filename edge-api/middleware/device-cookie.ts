// The token of a browser that somebody signed in from. A cookie that scripts can't read and other sites' pages
// can't send; it opens nothing by itself. It goes with the calls of `auth/` alone, so that no other carries it.
import { parse, serialize } from 'hono/utils/cookie';
import { DEVICE_DAYS } from '../services/auth/signed-in-before.ts';

const NAME = 'device';

export function deviceOf(request: Request): string | null {
  return parse(request.headers.get('cookie') ?? '', NAME)[NAME] ?? null;
}

/** The header that has the browser keep it. */
export function deviceCookie(request: Request, publicUrl: string, token: string): string {
  return serialize(NAME, token, {
    httpOnly: true,
    sameSite: 'Strict',
    secure: publicUrl.startsWith('https:'),
    path: new URL(request.url).pathname.replace(/\/[^/]*$/, ''),
    maxAge: DEVICE_DAYS * 24 * 60 * 60,
  });
}
