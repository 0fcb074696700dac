// What every HTML page tells the browser: nothing runs, loads or is drawn with but what comes from here, and no text
// becomes HTML or a script but through the policies named below. API answers don't carry these; on a phone's data
// every byte counts, and nothing in them is a page.
import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';

/**
 * All that may hand a text to what makes HTML or a script of it: the address of the service worker
 * (web/src/pwa/worker-address.ts), markup that becomes an inert document (web/src/shared/exam/rich-text.tsx), and what is
 * pasted into the editor of descriptions, which its library parses in an inert document of its own.
 */
const TRUSTED_TYPES = 'pariksha-worker pariksha-markup ProseMirrorClipboard';

const POLICY = {
  'default-src': "'self'",
  'img-src': "'self' data: blob:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  // The administrator's preview of an exam shows a page of ours in a frame as large as a phone.
  'frame-ancestors': "'self'",
  'require-trusted-types-for': "'script'",
  'trusted-types': TRUSTED_TYPES,
};

/**
 * @param publicUrl only an https site tells browsers to come by https for a year
 * @param script what may run besides the site's files: `sha256-…`
 * @param html the page: its own style elements may be used, and no others
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

/** For a page without script whose only style is the one given. */
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
 * On an https site every answer says so for a year, and none may stand in a stranger's frame. Behind https is
 * HTTP/2, which sends a header once; over plain HTTP, on a developer's machine, neither means anything.
 */
export const httpsHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  if (!headers.has('content-security-policy'))
    headers.set('content-security-policy', "frame-ancestors 'self'");
};
