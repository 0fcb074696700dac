/**
 * What we require of a provider that delivers incoming text messages: proof that each is the provider's, and the
 * operator's time, which is when it counts as received. Without proof it is ignored.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

/** A webhook's call, whatever its method. */
export type InboundCall = InboundHead & { body: string };
export type InboundHead = { query: URLSearchParams; headers: Headers };

export type InboundText = {
  /** The sender's number as the provider writes it. */
  from: string;
  text: string;
  /** When the operator took it, ms; null where the provider doesn't say. */
  receivedAt: number | null;
};

export type InboundProvider = {
  /** Of a body, in bytes. */
  largest: number;
  /** Whether the call may be read at all: what proves itself without its body does so here. */
  isExpected(head: InboundHead): boolean;
  /** @returns null when the call doesn't prove itself, or can't be read */
  read(call: InboundCall, now: number): InboundText[] | null;
};

/** By the name in the webhook's address. */
export type InboundProviders = Readonly<Record<string, InboundProvider>>;

/** One message with all that is told of it is some 600 bytes. */
export const LARGEST_MESSAGE = 20_000;

/** The secret as the password of basic authentication, or in the address where a provider can do no better. */
export function provesSecret({ query, headers }: InboundHead, secret: string): boolean {
  const [, basic = ''] =
    /^Basic ([\w+/=-]{1,400})$/i.exec(headers.get('authorization') ?? '') ?? [];
  const named = Buffer.from(basic, 'base64').toString();
  const password = named.slice(named.indexOf(':') + 1);
  return [password, query.get('secret') ?? ''].some((given) => isSame(given, secret));
}

/** In a time that says nothing of where they differ. */
export function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/** Providers send a dozen, named like this. */
const MOST_FIELDS = 50;
const FIELD_NAME = /^[\w-]{1,40}$/;

/**
 * A form's or an address' fields, or a flat JSON object's texts and numbers, together.
 * @returns null when they aren't a provider's, before anything is done with them
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

/** Null for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
