// JSON answers: never cached, never sniffed, and packed when that saves a phone some data.
import type { Context } from 'hono';

/** Below a packet's worth of text packing saves nothing. */
const WORTH_PACKING = 1_400;

/** @param more headers of this answer alone */
export function reply(
  c: Context,
  value: unknown,
  status: number,
  more: Record<string, string> = {},
): Response {
  const text = JSON.stringify(value ?? {});
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...more,
  };
  if (text.length < WORTH_PACKING || !/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) {
    return new Response(text, { status, headers });
  }
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(packed, {
    status,
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
  });
}
