// JSON answers: never cached, never sniffed, and packed when that saves a phone some data.
import type { Context } from 'hono';

/** Below a packet's worth of text packing saves nothing. */
const WORTH_PACKING = 1_400;

export function reply(c: Context, value: unknown, status: number, headers = new Headers()): Response {
  const text = JSON.stringify(value ?? {});
  headers.set('content-type', 'application/json');
  headers.set('cache-control', 'no-store');
  headers.set('x-content-type-options', 'nosniff');
  if (text.length > WORTH_PACKING && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) {
    headers.set('content-encoding', 'gzip');
    headers.set('vary', 'accept-encoding');
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    return new Response(packed, { status, headers });
  }
  return new Response(text, { status, headers });
}
