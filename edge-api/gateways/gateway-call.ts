/**
 * How the house calls a gateway, and the one way in which a gateway fails. The failure's message, like every other
 * property of it, is safe to log: it never holds a key, a header, a body, or anything about a person.
 */
import * as z from 'zod';

/**
 * - `refused`: the other side read the request and said no (4xx, or its own error answer). It was not done.
 * - `timeout`: no answer came in time, or the connection broke. It may have been done: ask again.
 * - `unreadable`: an answer came that is not the protocol (5xx, garbage). It may have been done: ask again.
 */
type GatewayErrorKind = 'timeout' | 'refused' | 'unreadable';

/** Where it happened, for the log. `code` is a short machine-readable code of the other side or of the socket. */
type GatewayErrorPlace = {
  call: string;
  httpStatus?: number | undefined;
  code?: string | undefined;
};

/** A code from outside is shown only if it looks like one, so that no sentence with personal data slips through. */
const CODE = /^[A-Za-z0-9_.-]{1,60}$/;

export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly kind: GatewayErrorKind;
  readonly httpStatus: number | null;
  readonly code: string | null;

  constructor(kind: GatewayErrorKind, place: GatewayErrorPlace) {
    const code = place.code !== undefined && CODE.test(place.code) ? place.code : null;
    const details = [place.httpStatus, code].filter((detail) => detail != null).join(' ');
    super(`${place.call}: ${kind}${details === '' ? '' : ` (${details})`}`);
    this.kind = kind;
    this.httpStatus = place.httpStatus ?? null;
    this.code = code;
  }
}

/**
 * One HTTP call to a gateway: it ends within its time, follows no redirect (a redirect would carry our
 * request elsewhere), reads no more than an answer of ours can have, and fails only with a `GatewayError` that repeats
 * nothing of what was sent.
 */

export type Fetch = (url: string, init: RequestInit) => Promise<Response> | Response;

type JsonCall = {
  /** What the log calls it, e.g. `hdfc POST /session`. Without ids of people. */
  call: string;
  url: string;
  init: RequestInit;
  /** Milliseconds for the whole answer, its body included. */
  timeoutMs: number;
};
export type Answer = { httpStatus: number; body: unknown };

/** What Node says about a connection that broke, e.g. ECONNREFUSED. */
const failure = z.object({ cause: z.object({ code: z.string() }) });

/** The answer's status and its JSON. Throws `timeout`, or `unreadable` for 3xx, 5xx and what isn't JSON. */
export async function askJson(fetch: Fetch, asked: JsonCall): Promise<Answer> {
  const { call, url, init, timeoutMs } = asked;
  let httpStatus: number;
  let text: string;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    httpStatus = response.status;
    text = await readText(response);
  } catch (error) {
    if (error instanceof TooLong) throw new GatewayError('unreadable', { call });
    throw new GatewayError('timeout', { call, code: failure.safeParse(error).data?.cause.code });
  }
  if (httpStatus >= 500 || (httpStatus >= 300 && httpStatus < 400)) {
    throw new GatewayError('unreadable', { call, httpStatus });
  }
  try {
    return { httpStatus, body: JSON.parse(text) };
  } catch {
    // A 4xx with a page instead of JSON still is a no.
    throw new GatewayError(httpStatus >= 400 ? 'refused' : 'unreadable', { call, httpStatus });
  }
}

const MOST_BYTES = 1_000_000;
class TooLong extends Error {}

async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new TooLong();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

// Where keys, one-time passwords and answers may be sent: https, or http on this machine alone.

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}
