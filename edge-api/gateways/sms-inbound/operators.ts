// The operators that deliver incoming text messages. Each has its own format and its own way to prove that a call is
// genuine.
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import {
  fieldsOf,
  type InboundProvider,
  type InboundProviders,
  isSame,
  LARGEST_MESSAGE,
  provesSecret,
  readJson,
} from './port.ts';

type CustomFields = {
  from: string;
  text: string;
  /** The field with the operator's time: ISO 8601, or seconds or milliseconds since 1970. */
  at?: string | undefined;
};

/**
 * Any other provider. Its fields, with names from the settings, are in the address, a form or flat JSON. The secret proves
 * the call.
 */
const customProvider = (secret: string, names: CustomFields): InboundProvider => ({
  largest: LARGEST_MESSAGE,
  isExpected: (head) => provesSecret(head, secret),
  read: (call) => {
    const fields = fieldsOf(call);
    const text = fields?.[names.text];
    if (!fields || text === undefined) return null;
    const at = names.at === undefined ? undefined : fields[names.at];
    return [
      { from: fields[names.from] ?? '', text, receivedAt: at === undefined ? null : instantOf(at) },
    ];
  },
});

function instantOf(text: string): number | null {
  if (!/^\d{10,13}$/.test(text)) {
    const at = Date.parse(text);
    return Number.isNaN(at) ? null : at;
  }
  return text.length > 10 ? Number(text) : Number(text) * 1_000;
}

// Infobip sends JSON with a list of messages; their `receivedAt` has a UTC offset.

const callSchema = z.object({ results: z.array(z.unknown()) });
const messageSchema = z.object({
  from: z.string().max(40),
  text: z.string().max(2_000),
  receivedAt: z.string().max(40).optional(),
});

const infobipProvider = (secret: string): InboundProvider => ({
  // A call can hold many messages. Only a caller with the secret may send this much.
  largest: 10 * LARGEST_MESSAGE,
  isExpected: (head) => provesSecret(head, secret),
  read: (call) => {
    const read = callSchema.safeParse(readJson(call.body)).data;
    // An unreadable message, such as one too long for answers, is skipped; the others in the call are still read.
    const messages = read?.results.flatMap((told) => messageSchema.safeParse(told).data ?? []);
    return (
      messages?.map(({ from, text, receivedAt }) => ({
        from,
        text,
        receivedAt: receivedAt === undefined ? null : infobipInstant(receivedAt),
      })) ?? null
    );
  },
});

/** Format: 2016-10-06T09:28:39.220+0000, with an offset without a colon. @returns milliseconds since 1970 */
function infobipInstant(text: string): number | null {
  const at = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(at) ? null : at;
}

// Vonage sends fields in the address, a form or flat JSON, signed by HMAC-SHA256 over all of them in the order of their
// names. It resends an unanswered message for a day, so an older signature can't be Vonage's and is refused.

const OLDEST_MS = 25 * 60 * 60_000;

const vonageProvider = (secret: string): InboundProvider => ({
  largest: LARGEST_MESSAGE,
  // The signature covers the body, so it can only be checked once the body is read.
  isExpected: () => true,
  read: (call, now) => {
    const { sig = '', ...fields } = fieldsOf(call) ?? {};
    const { timestamp = '', text = '', msisdn = '' } = fields;
    const signedAt = Number(timestamp) * 1_000;
    const isRecent = Math.abs(now - signedAt) <= OLDEST_MS;
    if (!isRecent || !isSame(sig.toLowerCase(), signatureOf(fields, secret))) return null;
    return [{ from: msisdn, text, receivedAt: vonageInstant(fields['message-timestamp'] ?? '') }];
  },
});

function signatureOf(fields: Readonly<Record<string, string>>, secret: string): string {
  const signed = Object.keys(fields)
    .sort()
    .map((name) => `&${name}=${(fields[name] ?? '').replace(/[&=]/g, '_')}`)
    .join('');
  return createHmac('sha256', secret).update(signed).digest('hex');
}

/** Format: 2020-01-01 12:00:00, in UTC. @returns milliseconds since 1970 */
function vonageInstant(text: string): number | null {
  const at = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}Z`)
    : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

// The settings for incoming text messages, from the environment. Without a secret, none are accepted.

const FIELDS = 'must be like from=sender,text=message,at=tstamp';

export const inboundConfigSchema = z
  .object({
    /** The password of the webhook's basic authentication, or its signature secret. */
    SMS_INBOUND_SECRET: z
      .string()
      .regex(/^\S{16,200}$/, 'must have at least 16 characters and no spaces')
      .optional(),
    /** The number that candidates send to, shown to them exactly as written here. */
    SMS_INBOUND_NUMBER: z
      .string()
      .regex(/^\+?[\d ]{3,20}$/, 'must be a telephone number')
      .optional(),
    SMS_INBOUND_FIELDS: z
      .string()
      .regex(/^[a-z]+=[\w-]{1,40}(?:,[a-z]+=[\w-]{1,40}){1,2}$/, FIELDS)
      .optional(),
  })
  .transform((env, context): InboundConfig => {
    const names = Object.fromEntries(
      (env.SMS_INBOUND_FIELDS ?? '').split(',').map((pair) => pair.split('=', 2)),
    );
    const { from, text, at } = z
      .object({ from: z.string(), text: z.string(), at: z.string().optional() })
      .catch({ from: '', text: '' })
      .parse(names);
    if (env.SMS_INBOUND_FIELDS !== undefined && (from === '' || text === ''))
      context.addIssue({ code: 'custom', path: ['SMS_INBOUND_FIELDS'], message: FIELDS });
    return {
      secret: env.SMS_INBOUND_SECRET,
      number: env.SMS_INBOUND_NUMBER,
      custom: from === '' ? null : { from, text, at },
    };
  });

export type InboundConfig = {
  secret: string | undefined;
  number: string | undefined;
  custom: CustomFields | null;
};

export function inboundProviders({ secret, custom }: InboundConfig): InboundProviders {
  if (secret === undefined) return {};
  return {
    infobip: infobipProvider(secret),
    vonage: vonageProvider(secret),
    ...(custom && { custom: customProvider(secret, custom) }),
  };
}
