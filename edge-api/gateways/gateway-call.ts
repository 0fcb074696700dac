/**
 * How this server calls a gateway, and the one error that a failed call throws. The error's message and properties are
 * safe to log: they never hold a key, a header, a body, or anything about a person.
 */
import * as z from 'zod';

/**
 * - `refused`: the gateway read the request and refused it (4xx, or its own error reply). It did nothing.
 * - `timeout`: no reply came in time, or the connection broke. The gateway may have done it: ask again.
 * - `unreadable`: the reply doesn't follow the protocol (5xx, garbage). The gateway may have done it: ask again.
 */
type GatewayErrorKind = 'timeout' | 'refused' | 'unreadable';

/** Where the call failed, for the log. `code` is a short machine-readable code from the gateway or the socket. */
type GatewayErrorPlace = {
  call: string;
  httpStatus?: number | undefined;
  code?: string | undefined;
};

/** A code from outside is kept only if it has this form, so that no sentence with personal data gets into the log. */
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
 * One HTTP call to a gateway. It ends within its time limit, follows no redirect (which would send our request
 * elsewhere), reads at most MOST_BYTES of the reply, and fails only with a `GatewayError` that repeats nothing of what
 * was sent.
 */

export type Fetch = (url: string, init: RequestInit) => Promise<Response> | Response;

type JsonCall = {
  /** The call's name in the log, e.g. `hdfc POST /session`. It must not contain ids of people. */
  call: string;
  url: string;
  init: RequestInit;
  /** Milliseconds for the whole reply, its body included. */
  timeoutMs: number;
};
export type Answer = { httpStatus: number; body: unknown };

/** The code that Node gives for a broken connection, e.g. ECONNREFUSED. */
const failure = z.object({ cause: z.object({ code: z.string() }) });

/**
 * @returns the status and the parsed JSON, also for a 4xx
 * @throws GatewayError `timeout`; `unreadable` for 3xx, 5xx, a reply that is too long or isn't JSON; `refused` for a 4xx
 * that isn't JSON
 */
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
    // A 4xx with an HTML page instead of JSON is still a refusal.
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

// Keys, one-time passwords and answers are sent only to these addresses: https anywhere, http on this machine alone.

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}
