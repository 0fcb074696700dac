// The headers of every HTML page: it may run, load and be styled by this origin's files only, and text becomes HTML or a
// script only through the Trusted Types policies named below. API replies don't carry these headers: they aren't pages,
// and every byte uses a candidate's mobile data.
import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';

/**
 * The only policies that may turn text into HTML or a script: for the address of the service worker
 * (web/src/pwa/worker-address.ts), for markup that becomes an inert document (web/src/shared/exam/rich-text.tsx), and for
 * text pasted into the editor of descriptions, which its library parses in an inert document of its own.
 */
const TRUSTED_TYPES = 'pariksha-worker pariksha-markup ProseMirrorClipboard';

const POLICY = {
  'default-src': "'self'",
  'img-src': "'self' data: blob:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  // The administrator's preview of an exam shows a page of this site in a frame of a phone's size.
  'frame-ancestors': "'self'",
  'require-trusted-types-for': "'script'",
  'trusted-types': TRUSTED_TYPES,
};

/**
 * @param publicUrl HSTS (a year) is sent only if this is https
 * @param script the hash of the one inline script that may run, as `sha256-…`
 * @param html the page; only its own style elements are allowed
 */
export function pageHeaders(
  publicUrl: string,
  script: string,
  html: string,
): Record<string, string> {
  const [, ...styled] = html.split('<style>');
  const styles = styled.map((rest) => hashOf(rest.slice(0, rest.indexOf('</style>'))));
  return withPolicy(publicUrl, {
    ...POLICY,
    'script-src': `'self' '${script}'`,
    'style-src': ["'self'", ...styles].join(' '),
  });
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function withPolicy(publicUrl: string, policy: Record<string, string>): Record<string, string> {
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'geolocation=(), microphone=(), payment=(), usb=()',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

/** For a page without scripts whose only style is the given one. */
export function plainPageHeaders(publicUrl: string, style: string): Record<string, string> {
  return withPolicy(publicUrl, {
    'default-src': "'none'",
    'style-src': hashOf(style),
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  });
}

/**
 * On an https site every reply carries HSTS for a year and forbids other sites to show it in a frame. https comes with
 * HTTP/2, which sends a repeated header in full only once. A developer's site on plain HTTP needs neither header.
 */
export const httpsHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  if (!headers.has('content-security-policy'))
    headers.set('content-security-policy', "frame-ancestors 'self'");
};
