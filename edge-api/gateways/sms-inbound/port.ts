/**
 * What we require of a provider that delivers incoming text messages: proof that each message comes from the provider,
 * and the operator's time, at which the message counts as received. A message without proof is ignored.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

/** One call of the provider's webhook, by any HTTP method. */
export type InboundCall = InboundHead & { body: string };
export type InboundHead = { query: URLSearchParams; headers: Headers };

export type InboundText = {
  /** The sender's number as the provider writes it. */
  from: string;
  text: string;
  /** When the operator took the message, in milliseconds since 1970; null when the provider doesn't say. */
  receivedAt: number | null;
};

export type InboundProvider = {
  /** The largest body that is read, in bytes. */
  largest: number;
  /** Whether to read the body at all. A provider whose proof doesn't depend on the body checks it here. */
  isExpected(head: InboundHead): boolean;
  /** @returns null when the call lacks its proof, or can't be read */
  read(call: InboundCall, now: number): InboundText[] | null;
};

/** Providers by their name in the webhook's address. */
export type InboundProviders = Readonly<Record<string, InboundProvider>>;

/** Bytes. A message with all its fields takes some 600. */
export const LARGEST_MESSAGE = 20_000;

/** The secret is the password of basic authentication, or `secret` in the address when the provider can't send that. */
export function provesSecret({ query, headers }: InboundHead, secret: string): boolean {
  const [, basic = ''] =
    /^Basic ([\w+/=-]{1,400})$/i.exec(headers.get('authorization') ?? '') ?? [];
  const named = Buffer.from(basic, 'base64').toString();
  const password = named.slice(named.indexOf(':') + 1);
  return [password, query.get('secret') ?? ''].some((given) => isSame(given, secret));
}

/** Compares in a time that doesn't reveal where the two texts differ. */
export function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/** Providers send about a dozen fields, with names of this form. */
const MOST_FIELDS = 50;
const FIELD_NAME = /^[\w-]{1,40}$/;

/**
 * The fields of the address, together with those of a form or the texts and numbers of a flat JSON object.
 * @returns null when there are more fields, or other names, than a provider sends
 */
export function fieldsOf({ query, headers, body }: InboundCall): Record<string, string> | null {
  const isJson = /^application\/json\b/i.test(headers.get('content-type') ?? '');
  const pairs = [...query, ...(isJson ? flatPairs(body) : new URLSearchParams(body))];
  const isKnown = pairs.length <= MOST_FIELDS && pairs.every(([name]) => FIELD_NAME.test(name));
  return isKnown ? Object.fromEntries(pairs) : null;
}

function flatPairs(body: string): [string, string][] {
  const flat = body === '' ? null : readJson(body);
  return Object.entries(typeof flat === 'object' && flat !== null ? flat : {}).flatMap(
    ([name, value]): [string, string][] =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  );
}

/** @returns null for text that isn't JSON */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
