// A response that stays open: server-sent events, which clients read by fetch, because that can send the token in a header.
// A stream sends something at least about every 25 seconds. It ends when its reader is too slow or the server stops; a
// client that reconnects says which event it got last. The number of streams is limited, per person and in total.
import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { Deps } from '../deps.ts';
import { Problem } from '../problem.ts';

export type StreamEvent = { event: string; id?: string; data: unknown };
export type EventSink = {
  send(event: StreamEvent): void;
  end(): void;
};

/** Networks and proxies drop a connection that is silent for a minute, and phones give it up by then, too. */
const SAY_SOMETHING_MS = 25_000;
const LOOK_MS = 500;
/** The most events that wait for a slow reader; at more, the stream ends. A reader that reconnects gets what it missed. */
const MOST_WAITING = 200;
/** The most streams of one person: devices, tabs, and connections that a phone has given up already. */
const MOST_OF_ONE = 8;
/** Seconds after which phones retry when this process is full. By then another process may take them, or places are free. */
const FULL_ASKS_AGAIN = 20;

type Open = EventSink & { quietSince: number };
const open = new Set<Open>();
const byPerson = new Map<string, Open[]>();
let timer: NodeJS.Timeout | null = null;

const encoder = new TextEncoder();
const toText = ({ event, id, data }: StreamEvent) =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/**
 * @param uid the stream's owner; when the owner has too many streams, the oldest ends
 * @param begin sends the first events, and returns a function that stops the sending
 * @param packed true to compress the stream for clients that accept gzip
 * @throws Problem unavailable when this process holds as many streams as it may
 */
export async function eventStream(
  deps: Pick<Deps, 'isStopping' | 'settings'>,
  request: Request,
  uid: string,
  begin: (sink: EventSink) => Promise<() => void>,
  { packed = false }: { packed?: boolean } = {},
): Promise<Response> {
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no', // tells a proxy not to buffer events, which would delay them
  };
  // The reply to HEAD has no body, so a stream opened for it would never be read, and never be closed.
  if (request.method === 'HEAD') return new Response(null, { headers });
  if (open.size >= deps.settings.mostStreams)
    throw new Problem('unavailable', { retryAfter: FULL_ASKS_AGAIN });
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let stop = () => {};
  const sink: Open = {
    quietSince: performance.now(),
    send(event) {
      if (!controller || (controller.desiredSize ?? 0) < -MOST_WAITING) return sink.end();
      sink.quietSince = performance.now();
      controller.enqueue(encoder.encode(toText(event)));
    },
    end() {
      const ended = controller;
      controller = null;
      forget(uid, sink);
      stop();
      ended?.close();
    },
  };
  const body = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started;
    },
    cancel() {
      controller = null;
      forget(uid, sink);
      stop();
    },
  });
  stop = await begin(sink);
  keep(deps, uid, sink);
  request.signal.addEventListener('abort', () => sink.end(), { once: true });
  const isPacked = packed && /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  return new Response(isPacked ? pack(body) : body, {
    headers: { ...headers, ...(isPacked && { 'content-encoding': 'gzip' }) },
  });
}

/** Compresses with gzip, flushed after each event so that events leave at once. */
function pack(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  source.on('error', () => gzip.destroy());
  gzip.on('close', () => source.destroy());
  return Readable.toWeb(source.pipe(gzip)) as ReadableStream<Uint8Array>;
}

function keep(deps: Pick<Deps, 'isStopping'>, uid: string, sink: Open): void {
  open.add(sink);
  const own = byPerson.get(uid) ?? [];
  byPerson.set(uid, own);
  own.push(sink);
  if (own.length > MOST_OF_ONE) own[0]?.end();
  timer ??= setInterval(() => {
    const now = performance.now();
    for (const each of open) {
      if (deps.isStopping()) each.end();
      else if (now - each.quietSince > SAY_SOMETHING_MS) each.send({ event: 'still', data: {} });
    }
  }, LOOK_MS).unref();
}

function forget(uid: string, sink: Open): void {
  open.delete(sink);
  const others = byPerson.get(uid)?.filter((each) => each !== sink) ?? [];
  if (others.length > 0) byPerson.set(uid, others);
  else byPerson.delete(uid);
  if (open.size > 0 || !timer) return;
  clearInterval(timer);
  timer = null;
}
