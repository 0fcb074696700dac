/**
 * Vonage (integrations.md section 8): fields in the address, a form or flat JSON, signed by HMAC-SHA256 over all of them
 * in order of their names. It sends again for a day what wasn't answered, so an older signature is nobody's.
 */
import { createHmac } from 'node:crypto';
import { fieldsOf, type InboundProvider, isSame, LARGEST_MESSAGE } from './port.ts';

const OLDEST_MS = 25 * 60 * 60_000;

export const vonageProvider = (secret: string): InboundProvider => ({
  largest: LARGEST_MESSAGE,
  // The signature is over what the body says.
  isExpected: () => true,
  read: (call, now) => {
    const { sig = '', ...fields } = fieldsOf(call) ?? {};
    const { timestamp = '', text = '', msisdn = '' } = fields;
    const signedAt = Number(timestamp) * 1_000;
    const isRecent = Math.abs(now - signedAt) <= OLDEST_MS;
    if (!isRecent || !isSame(sig.toLowerCase(), signatureOf(fields, secret))) return null;
    return [{ from: msisdn, text, receivedAt: instantOf(fields['message-timestamp'] ?? '') }];
  },
});

function signatureOf(fields: Readonly<Record<string, string>>, secret: string): string {
  const signed = Object.keys(fields)
    .sort()
    .map((name) => `&${name}=${(fields[name] ?? '').replace(/[&=]/g, '_')}`)
    .join('');
  return createHmac('sha256', secret).update(signed).digest('hex');
}

/** 2020-01-01 12:00:00, in UTC. */
function instantOf(text: string): number | null {
  const at = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}Z`)
    : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
