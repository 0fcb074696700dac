/**
 * What the house asks of whoever delivers text messages that came in: each proven to be the provider's, with the
 * operator's time, which is when it counts as received. Unproven it is nothing.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

/** A webhook's call, whatever its method. */
export type InboundCall = {
  query: Readonly<Record<string, string>>;
  headers: Headers;
  body: string;
};

export type InboundText = {
  /** The sender's number as the provider writes it. */
  from: string;
  text: string;
  /** When the operator took it, ms; null where the provider doesn't say. */
  receivedAt: number | null;
};

/** @returns null when the call doesn't prove itself, or can't be read */
export type ReadInbound = (call: InboundCall, now: number) => InboundText[] | null;

/** By the name in the webhook's address. */
export type InboundProviders = Readonly<Record<string, ReadInbound>>;

/** The secret as the password of basic authentication, or in the address where a provider can do no better. */
export function provesSecret({ query, headers }: InboundCall, secret: string): boolean {
  const [, basic = ''] =
    /^Basic ([\w+/=-]{1,400})$/i.exec(headers.get('authorization') ?? '') ?? [];
  const named = Buffer.from(basic, 'base64').toString();
  const password = named.slice(named.indexOf(':') + 1);
  return [password, query.secret ?? ''].some((given) => isSame(given, secret));
}

/** In a time that says nothing of where they differ. */
export function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/** A form's or an address' fields, or a flat JSON object's texts and numbers, together. */
export function fieldsOf({ query, headers, body }: InboundCall): Record<string, string> {
  const type = headers.get('content-type') ?? '';
  if (body === '') return { ...query };
  if (/^application\/json\b/i.test(type)) {
    const flat: unknown = readJson(body);
    const pairs = Object.entries(typeof flat === 'object' && flat !== null ? flat : {}).flatMap(
      ([name, value]): [string, string][] =>
        typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    );
    return { ...query, ...Object.fromEntries(pairs) };
  }
  return { ...query, ...Object.fromEntries(new URLSearchParams(body)) };
}

/** Null for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
