// A keep-alive HTTP/1.1 connection that only asks and counts. The load client runs on the same cores as the server that
// it measures, so its own cost lowers the result.
import { connect, type Socket } from 'node:net';

export type Reply = {
  status: number;
  body: string;
  /** Seconds to wait, when the server says when to ask again. */
  retryAfter: number | null;
};

export type Connection = {
  ask(method: 'GET' | 'POST', path: string, token?: string, body?: string): Promise<Reply>;
  bytes: { sent: number; received: number };
  close(): void;
};

export async function openConnection(port: number): Promise<Connection> {
  const socket = await connected(port);
  const bytes = { sent: 0, received: 0 };
  let pending: { done: (reply: Reply) => void; fail: (error: Error) => void } | null = null;
  let held: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  const fail = (error: Error) => {
    pending?.fail(error);
    pending = null;
  };
  socket.on('data', (chunk) => {
    bytes.received += chunk.length;
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const reply = parse(held);
    if (!reply || !pending) return;
    const { done } = pending;
    pending = null;
    held = Buffer.alloc(0);
    done(reply);
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The server closed the connection.')));
  return {
    bytes,
    close: () => socket.destroy(),
    ask(method, path, token, body = '') {
      const head = `${method} ${path} HTTP/1.1\r\nhost: bench\r\n${token ? `authorization: Bearer ${token}\r\n` : ''}`;
      const rest = body
        ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
        : '\r\n';
      const request = head + rest;
      bytes.sent += Buffer.byteLength(request);
      return new Promise((done, failed) => {
        pending = { done, fail: failed };
        socket.write(request);
      });
    },
  };
}

function connected(port: number): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => done(socket));
    socket.once('error', fail);
  });
}

/** Null until the reply is complete. The API sends a length unless it compresses, which no request here asks for. */
function parse(data: Buffer): Reply | null {
  const end = data.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = data.toString('latin1', 0, end);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`A reply without a length:\n${head}`);
  if (data.length < end + 4 + length) return null;
  const retryAfter = /retry-after: (\d+)/i.exec(head)?.[1];
  return {
    status: Number(head.slice(9, 12)),
    retryAfter: retryAfter === undefined ? null : Number(retryAfter),
    body: data.toString('utf8', end + 4, end + 4 + length),
  };
}
