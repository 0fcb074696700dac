// Calls nginx over HTTP/2 and TLS as a browser does. Replies look like those of fetch, streams included.
import { connect } from 'node:http2';
import { Readable } from 'node:stream';
import type { TestApi } from '../support/api.ts';

export function overHttp2(origin: string, ca: Buffer) {
  const begin = () => {
    const begun = connect(origin, { ca });
    begun.on('error', () => {});
    return begun;
  };
  let session = begin();
  const fetch: TestApi['fetch'] = (path, { method, token, json, headers } = {}) =>
    new Promise((answer, refuse) => {
      const body = json === undefined ? undefined : JSON.stringify(json);
      // nginx closes a connection after a thousand requests, and a browser opens another one.
      if (session.closed || session.destroyed) session = begin();
      const stream = session.request({
        ':path': path.startsWith('/') ? path : `/api/v1/${path}`,
        ':method': method ?? (body === undefined ? 'GET' : 'POST'),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      });
      stream.once('error', refuse);
      stream.once('response', (told) => {
        const own = Object.entries(told).filter(([name]) => !name.startsWith(':'));
        const shown = own.map(([name, value]): [string, string] => [name, String(value)]);
        const read = Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>;
        answer(new Response(read, { status: told[':status'] ?? 0, headers: shown }));
      });
      stream.end(body);
    });
  return { fetch, close: () => session.destroy() };
}
