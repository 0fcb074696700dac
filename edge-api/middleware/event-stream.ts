// A response that stays open: server-sent events, read by fetch, so that the token travels in its header. It sends something
// at least every 25 seconds and is cut when its reader is too slow or the server stops; a client that reconnects says
// what it had last. Their number is limited, for each person and in all.
import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { Deps } from '../deps.ts';
import { Problem } from '../problem.ts';

export type StreamEvent = { event: string; id?: string; data: unknown };
export type EventSink = {
  send(event: StreamEvent): void;
  end(): void;
};

/** Networks and proxies forget a connection that is silent for a minute; a phone gives it up by then, too. */
const SAY_SOMETHING_MS = 25_000;
const LOOK_MS = 500;
/** Events that wait for a reader who is too slow: what they miss they are told when they come back. */
const MOST_WAITING = 200;
/** Of one person: devices, tabs, and connections that a phone believes gone. */
const MOST_OF_ONE = 8;
/** A process that is full has places again as soon as another takes its turn: phones ask again by themselves. */
const FULL_ASKS_AGAIN = 20;

type Open = EventSink & { quietSince: number };
const open = new Set<Open>();
const byPerson = new Map<string, Open[]>();
let timer: NodeJS.Timeout | null = null;

const encoder = new TextEncoder();
const toText = ({ event, id, data }: StreamEvent) =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/**
 * @param uid whose it is: the oldest of too many is cut
 * @param begin sends the first events; @returns how to stop
 * @throws Problem unavailable: this process holds as many as it may
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
    'x-accel-buffering': 'no', // a proxy that collects events first would make them pointless
  };
  // Nobody reads a body that HEAD leaves out, so nobody would ever give its place back.
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

/** Each event leaves at once. */
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
