// Doubles of the operators that deliver text messages: each passes one on to a server over real HTTP, in the operator's
// documented shape and with its own kind of proof.
import { createHmac } from 'node:crypto';

export type Told = { from: string; text: string; at: number };
/** How a call is spoilt, for tests of what must be refused. */
export type Spoilt = { secret?: string; change?: (text: string) => string; signedAt?: number };

export type Operator = (
  origin: string,
  secret: string,
  told: Told,
  spoilt?: Spoilt,
) => Promise<Response>;

const webhook = (origin: string, provider: string) => `${origin}/api/v1/sms/inbound/${provider}`;
const basic = (secret: string) => `Basic ${Buffer.from(`pariksha:${secret}`).toString('base64')}`;

const infobip: Operator = (origin, secret, { from, text, at }, spoilt = {}) =>
  fetch(webhook(origin, 'infobip'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: basic(spoilt.secret ?? secret),
    },
    body: JSON.stringify({
      results: [
        {
          messageId: `m${at}`,
          from,
          to: '919222000111',
          text: spoilt.change?.(text) ?? text,
          cleanText: text,
          keyword: '',
          receivedAt: new Date(at).toISOString().replace('Z', '+0000'),
          smsCount: 1,
          price: { pricePerMessage: 0, currency: 'EUR' },
          callbackData: 'x',
        },
      ],
      messageCount: 1,
      pendingMessageCount: 0,
    }),
  });

const vonage =
  (method: 'GET' | 'POST'): Operator =>
  (origin, secret, { from, text, at }, spoilt = {}) => {
    const fields: Record<string, string> = {
      msisdn: from,
      to: '919222000111',
      messageId: `m${at}`,
      text,
      type: 'text',
      keyword: text.slice(0, 7),
      'message-timestamp': new Date(at).toISOString().slice(0, 19).replace('T', ' '),
      timestamp: String(Math.floor((spoilt.signedAt ?? at) / 1_000)),
      nonce: `n${at}`,
    };
    const signed = Object.keys(fields)
      .sort()
      .map((name) => `&${name}=${(fields[name] ?? '').replace(/[&=]/g, '_')}`)
      .join('');
    const sig = createHmac('sha256', spoilt.secret ?? secret)
      .update(signed)
      .digest('hex');
    const sent = new URLSearchParams({
      ...fields,
      text: spoilt.change?.(text) ?? text,
      sig: sig.toUpperCase(),
    });
    return method === 'GET'
      ? fetch(`${webhook(origin, 'vonage')}?${sent}`)
      : fetch(webhook(origin, 'vonage'), { method, body: sent });
  };

/** An operator whose fields are named by `SMS_INBOUND_FIELDS`. */
const custom: Operator = (origin, secret, { from, text, at }, spoilt = {}) =>
  fetch(`${webhook(origin, 'custom')}?secret=${spoilt.secret ?? secret}`, {
    method: 'POST',
    body: new URLSearchParams({
      sender: from,
      message: spoilt.change?.(text) ?? text,
      tstamp: String(Math.floor(at / 1_000)),
    }),
  });

export const operators: Readonly<Record<string, Operator>> = {
  Infobip: infobip,
  'Vonage by POST': vonage('POST'),
  'Vonage by GET': vonage('GET'),
  'another, as set up': custom,
};
