/**
 * A proxy between browser and server with a weather of its own. The page's origin is the proxy, so the page and the service worker meet
 * the same weather. It reads requests and answers whole, except a stream of events, which it passes on as it comes.
 */

import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { portOf } from '../support/free-port.ts';
import { chanceFrom } from '../support/random.ts';
import { BYTES_PER_MS, LATEST_ANSWER_MS, ROUND_TRIP_MS, type WireWeather } from './weather.ts';

export interface TornWire {
  readonly port: number;
  /** Begins a sitting's random choices from its own seed, so that earlier sittings don't change them. */
  begin(seed: number): void;
  /** Sets the weather from now on; null is fine weather. Requests that were swallowed stay unanswered. */
  set(weather: WireWeather | null): void;
  /** From now on the liar answers instead of the server, whose true answer it gets by `ask`; null ends this. */
  letSpeak(liar: Liar | null): void;
  /** How many event streams one person's pages hold, by the token of the person's session. */
  streamsOf(token: string): number;
  /** For how many ms the slow wire is still busy with what it has accepted. */
  readonly backlogMs: number;
  /** How many requests each weather has met. */
  readonly met: ReadonlyMap<WireWeather, number>;
  close(): Promise<void>;
}

export interface Asked {
  path: string;
  body: Buffer;
  /** Asks the server, once for each call, with another body if one is given. */
  ask(body?: Buffer): Promise<Answer>;
}

/** @returns what is answered; when it throws, nothing is */
export type Liar = (asked: Asked) => Promise<Answer>;

export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

const EARLIEST_ANSWER_MS = 500;
const PORTAL = '<!doctype html><title>Free WLAN</title><p>Please accept the terms to go on.';
const GATEWAY = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';
const MIXED = ['doubled', 'answers lost', 'bad gateway', 'cut short', 'delay', null, null] as const;

/** @param targetPort called at each request, because the server may come back on another port */
export async function tornWire(targetPort: () => number): Promise<TornWire> {
  const met = new Map<WireWeather, number>();
  const sockets = new Set<Socket>();
  let chance = chanceFrom(0);
  let weather: WireWeather | null = null;
  let liar: Liar | null = null;
  /** The requests whose event streams are open. */
  const streams = new Set<IncomingMessage>();
  /** When the slow wire is free again: all requests share its rate. */
  let freeAt = 0;

  const carry = async (bytes: number) => {
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + bytes / BYTES_PER_MS;
    await pause(freeAt - now + ROUND_TRIP_MS / 2);
  };
  const weatherFor = () => (weather === 'mixed' ? chance.pick(MIXED) : weather);
  const count = (one: WireWeather) => met.set(one, (met.get(one) ?? 0) + 1);

  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bytesOf(incoming);
    const onTheWay = weatherFor();
    if (onTheWay) count(onTheWay);
    const ask = () => forward(targetPort(), incoming, body);
    switch (onTheWay) {
      case 'cut':
        return void outgoing.destroy();
      case 'silence':
        return;
      case 'portal':
        return page(outgoing, 200, PORTAL);
      case 'bad gateway':
        return page(outgoing, 502, GATEWAY);
      case 'delay':
        await pause(EARLIEST_ANSWER_MS + chance.below(LATEST_ANSWER_MS - EARLIEST_ANSWER_MS));
        break;
      case 'slow':
        await carry(body.length + 500);
        break;
      case 'doubled':
        if (incoming.method === 'GET') break;
        if (chance.percent(50)) await answerOf(await ask());
        // The late copy reaches the server in whatever state it is by then.
        else
          void pause(chance.below(4_000))
            .then(ask)
            .then(answerOf)
            .catch(() => {});
    }
    const { url: path = '' } = incoming;
    if (liar && !path.startsWith('/api/v1/sync/stream')) {
      const askAnew = (other = body) => forward(targetPort(), incoming, other).then(answerOf);
      const { status, headers, body: said } = await liar({ path, body, ask: askAnew });
      outgoing.writeHead(status, { ...headers, 'content-length': said.length });
      return void outgoing.end(said);
    }
    const reply = await ask();
    const isStream = reply.headers['content-type']?.includes('event-stream') ?? false;
    if (isStream && onTheWay !== 'answers lost') return stream(reply, incoming, outgoing);
    const answer = await answerOf(reply);
    // The weather may have changed while the server worked.
    if (weather === 'silence') return;
    if (onTheWay === 'answers lost') return void outgoing.destroy();
    if (onTheWay === 'slow') await carry(answer.body.length + 300);
    outgoing.writeHead(answer.status, answer.headers);
    if (onTheWay !== 'cut short') return void outgoing.end(answer.body);
    const half = answer.body.subarray(0, answer.body.length / 2);
    outgoing.write(half, () => outgoing.destroy());
  }

  /** Passes a stream on until either side closes it or the weather cuts it. A silence swallows its events. */
  function stream(
    reply: IncomingMessage,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): void {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    outgoing.flushHeaders();
    streams.add(incoming);
    reply.on('data', (chunk: Buffer) => weather !== 'silence' && outgoing.write(chunk));
    reply.on('close', () => outgoing.destroy());
    outgoing.on('close', () => {
      streams.delete(incoming);
      reply.destroy();
    });
  }

  const server = createServer((incoming, outgoing) => {
    take(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on('connection', (socket) => {
    if (weather === 'cut') {
      count('cut');
      return socket.destroy();
    }
    sockets.add(socket);
    return socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: portOf(server),
    met,
    begin(seed) {
      chance = chanceFrom(seed);
    },
    letSpeak(next) {
      liar = next;
    },
    streamsOf(token) {
      const isTheirs = ({ headers }: IncomingMessage) =>
        headers.authorization === `Bearer ${token}`;
      return [...streams].filter(isTheirs).length;
    },
    get backlogMs() {
      return Math.max(0, freeAt - performance.now());
    },
    set(next) {
      weather = next;
      if (next === 'cut') for (const socket of sockets) socket.destroy();
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts);
}

async function answerOf(reply: IncomingMessage): Promise<Answer> {
  const { 'transfer-encoding': _chunked, connection: _its, ...headers } = reply.headers;
  const body = await bytesOf(reply);
  return { status: reply.statusCode ?? 502, headers, body };
}

function forward(port: number, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const { url: path, method } = incoming;
  const headers = { ...incoming.headers };
  if (headers['content-length'] !== undefined) headers['content-length'] = `${body.length}`;
  return new Promise((resolve, reject) => {
    const onward = request({ host: '127.0.0.1', port, path, method, headers }, resolve);
    onward.on('error', reject);
    onward.end(body);
  });
}

function page(outgoing: ServerResponse, status: number, html: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/html', 'cache-control': 'no-store' });
  outgoing.end(html);
}
