// What every HTML page tells the browser: nothing runs or loads but what comes from here. API answers
// don't carry these; on a phone's data every byte counts, and nothing in them is a page.
import { createHash } from 'node:crypto';

const POLICY = {
  'default-src': "'self'",
  // The dialogs' scroll lock writes a style element.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  // The administrator's preview of an exam shows a page of ours in a frame as large as a phone.
  'frame-ancestors': "'self'",
};

/**
 * @param publicUrl only an https site tells browsers to come by https for a year
 * @param script what may run besides the site's files: `sha256-…`
 */
export function pageHeaders(publicUrl: string, script: string): Record<string, string> {
  return withPolicy(publicUrl, { ...POLICY, 'script-src': `'self' '${script}'` });
}

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
  const hash = createHash('sha256').update(style).digest('base64');
  return withPolicy(publicUrl, {
    'default-src': "'none'",
    'style-src': `'sha256-${hash}'`,
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  });
}
