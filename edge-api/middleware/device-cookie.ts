// The token of a browser that somebody signed in from. A cookie that scripts can't read and other sites' pages
// can't send; it opens nothing by itself. It goes with the calls of `auth/` alone, so that no other carries it.
import { parse, serialize } from 'hono/utils/cookie';
import { DEVICE_DAYS } from '../services/auth/signed-in-before.ts';

const NAME = 'device';
/** Browsers take this name over https alone, so that no page without it can plant one. */
const SECURE_NAME = `__Secure-${NAME}`;

export function deviceOf(request: Request): string | null {
  const kept = parse(request.headers.get('cookie') ?? '');
  return kept[SECURE_NAME] ?? kept[NAME] ?? null;
}

/** The header that has the browser keep it. */
export function deviceCookie(request: Request, publicUrl: string, token: string): string {
  const secure = publicUrl.startsWith('https:');
  return serialize(secure ? SECURE_NAME : NAME, token, {
    httpOnly: true,
    sameSite: 'Strict',
    secure,
    path: new URL(request.url).pathname.replace(/\/[^/]*$/, ''),
    maxAge: DEVICE_DAYS * 24 * 60 * 60,
  });
}
