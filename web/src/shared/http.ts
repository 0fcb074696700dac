// Requests to our API go through here: this adds the token, limits the wait, parses the reply and turns every failure
// into an ApiProblem. No reply reaches the app unparsed, and no request waits for ever. Only event-stream.ts and
// known-brand.ts send requests of their own.
import * as z from 'zod/mini';
import { isProblemCode, problemBodySchema } from '#contract/wire/problems.ts';
import { ApiProblem, unreachable } from './api-problem.ts';
import { hearRefused, readToken, tokenOf } from './session.ts';

/** Longer than a 2G round trip with a lost packet or two, shorter than a person's patience. */
const TIMEOUT_MS = 20_000;

export const API_BASE = '/api/v1/';

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** False leaves the token out. */
  auth?: boolean;
  timeoutMs?: number;
  /** Called when the first part of a reply has come. */
  begun?: () => void;
  /** Called with the headers of a reply, once the reply was read. */
  heard?: ((headers: Headers) => void) | undefined;
};

export type Part = { from: number; etag: string | null; bytes: ArrayBuffer };

type Schema = z.core.$ZodType;
type Send = (url: string, init: RequestInit) => Promise<Response>;

export type Api = {
  /** `path` is relative to /api/v1/, for example `exams` or `questions?type=Physics`. */
  get<S extends Schema>(path: string, schema: S, options?: CallOptions): Promise<z.output<S>>;
  /** `body` is sent as JSON, or as it is when it is FormData or an ArrayBuffer. */
  post<S extends Schema>(
    path: string,
    body: unknown,
    schema: S,
    options?: CallOptions,
  ): Promise<z.output<S>>;
  put<S extends Schema>(
    path: string,
    body: unknown,
    schema: S,
    options?: CallOptions,
  ): Promise<z.output<S>>;
  del<S extends Schema>(path: string, schema: S, options?: CallOptions): Promise<z.output<S>>;
  /** One page of a list, and how many rows there are in all (`X-Total-Count`). */
  getPage<S extends Schema>(
    path: string,
    schema: S,
    options?: CallOptions,
  ): Promise<{ data: z.output<S>; total: number }>;
  /** Part of a file: its bytes, where they begin, and the tag (ETag) of the whole file. */
  getPart(path: string, range: { from: number; to: number }, options?: CallOptions): Promise<Part>;
  /** The bytes of a file that only a signed-in person may download. */
  getFile(path: string, options?: CallOptions): Promise<Blob>;
};

/**
 * Every method of the result throws ApiProblem, or the signal's reason when the caller gave up.
 * @param send the browser's fetch, or a test's own network
 * @param token gives the token to send, or null
 * @param answered called after each request that succeeded with a token that the server knows
 * @param refused called with each token that the server no longer knows
 */
export function createApi(
  send: Send,
  token: () => string | null,
  answered: () => void = () => {},
  refused: (token: string) => void = () => {},
): Api {
  async function call<T>(
    method: string,
    path: string,
    body: unknown,
    read: (response: Response) => Promise<T>,
    options: CallOptions = {},
    asked: Record<string, string> = {},
  ): Promise<T> {
    const headers = new Headers({ accept: 'application/json', ...asked });
    const bearer = options.auth === false ? null : token();
    if (bearer) headers.set('authorization', `Bearer ${bearer}`);

    const stop = new AbortController();
    const giveUp = () => stop.abort(options.signal?.reason);
    options.signal?.throwIfAborted();
    options.signal?.addEventListener('abort', giveUp, { once: true });
    const timer = setTimeout(() => stop.abort(), options.timeoutMs ?? TIMEOUT_MS);
    try {
      const init: RequestInit = { method, headers, signal: stop.signal };
      if (body instanceof FormData || body instanceof ArrayBuffer) init.body = body;
      else if (body !== undefined) {
        headers.set('content-type', 'application/json');
        init.body = JSON.stringify(body);
      }
      const response = await send(API_BASE + path, init);
      options.begun?.();
      // For an ended session, the server still sends what anyone may see (or "not found"), and says in this header that
      // the session has ended.
      const known = bearer && !response.headers.has('x-signed-out');
      if (bearer && !known) refused(bearer);
      const reply = await read(response);
      if (known) answered();
      options.heard?.(response.headers);
      return reply;
    } catch (cause) {
      if (cause instanceof ApiProblem) {
        if (bearer && cause.code === 'signed-out') refused(bearer);
        throw cause;
      }
      options.signal?.throwIfAborted();
      throw unreachable(cause);
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', giveUp);
    }
  }
  return {
    get: (path, schema, options) => call('GET', path, undefined, asReply(schema), options),
    post: (path, body, schema, options) => call('POST', path, body, asReply(schema), options),
    put: (path, body, schema, options) => call('PUT', path, body, asReply(schema), options),
    del: (path, schema, options) => call('DELETE', path, undefined, asReply(schema), options),
    getPage: (path, schema, options) => call('GET', path, undefined, asPage(schema), options),
    getPart: (path, { from, to }, options) =>
      call('GET', path, undefined, readPart, options, {
        accept: 'application/octet-stream',
        range: `bytes=${from}-${to}`,
      }),
    getFile: (path, options) => call('GET', path, undefined, readFile, options),
  };
}

function asReply<S extends Schema>(schema: S) {
  return async (response: Response) => parseReply(response, await response.text(), schema);
}

function asPage<S extends Schema>(schema: S) {
  return async (response: Response) => {
    const data = parseReply(response, await response.text(), schema);
    const total = Number(response.headers.get('x-total-count') ?? Number.NaN);
    if (!Number.isInteger(total)) throw unreadable('no X-Total-Count');
    return { data, total };
  };
}

/** A proxy may reply with the whole file instead of the part. */
async function readPart(response: Response): Promise<Part> {
  const bytes = await (await readFile(response)).arrayBuffer();
  const from = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? 0;
  return { from: Number(from), etag: response.headers.get('etag'), bytes };
}

/** HTML comes from somebody else's network (a login page), never as one of our files. */
async function readFile(response: Response): Promise<Blob> {
  if (!response.ok) throw toProblem(response, readJson(await response.text()));
  if (response.headers.get('content-type')?.includes('html')) throw unreadable('a page');
  return response.blob();
}

/** @throws ApiProblem for a refusal, and for anything that our server can't have sent */
function parseReply<S extends Schema>(response: Response, text: string, schema: S): z.output<S> {
  const value = readJson(text);
  if (!response.ok) throw toProblem(response, value);
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw unreadable(parsed.error);
}

/** The problem in a refused request. @param value the reply's body, parsed as JSON */
export function toProblem(response: Response, value: unknown): ApiProblem {
  const body = z.safeParse(problemBodySchema, value);
  if (!body.success || !isProblemCode(body.data.code)) return unreadable(response.status);
  const { code, error, retry, fields, requestId } = body.data;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : null;
  return new ApiProblem(code, error, retry, { fields, requestId, retryAfterMs });
}

/**
 * @param cause the status of a reply that isn't in our words; from 500 on the server has failed, so the network isn't
 *   to blame
 */
export function unreadable(cause: unknown): ApiProblem {
  const message =
    Number(cause) >= 500
      ? 'Something went wrong. Please try again later.'
      : 'We couldn’t read the server’s reply. Please check your network.';
  return new ApiProblem('unreadable-reply', message, 'later', { cause });
}

/** Null when the text is empty or not JSON: a schema then says what is missing. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A schema for the rows of a list. */
export type ListSchema<Row> = z.core.$ZodType<Row[]>;

const listeners = new Set<() => void>();

/**
 * Calls back after each request that succeeded with a token: the server is there, and knows who asks.
 * @returns how to stop
 */
export function onAnswered(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const overTheNetwork = (token: () => string | null) =>
  createApi(
    (url, init) => takeEarlyAnswer(url, init) ?? fetch(url, init),
    token,
    () => {
      for (const listener of listeners) listener();
    },
    hearRefused,
  );

export const api: Api = overTheNetwork(readToken);

/** Requests for this person only: never sent with the token of someone who signed in later. */
export const apiOf = (uid: string): Api => overTheNetwork(() => tokenOf(uid));

/**
 * The reply to a form that was sent before its page's script had come (web/build/first-script.ts). The request that
 * would send exactly the same form uses it instead of sending the form twice. If no reply came, the form is sent again:
 * so far only the sign-in works this way, and signing in twice does no harm.
 */
declare global {
  var earlyAnswer: { url: string; body: string; answer: Promise<Response> } | undefined;
}

function takeEarlyAnswer(url: string, init: RequestInit): Promise<Response> | null {
  const early = globalThis.earlyAnswer;
  if (early?.url !== url || early.body !== init.body) return null;
  globalThis.earlyAnswer = undefined;
  return early.answer.catch(() => fetch(url, init));
}
