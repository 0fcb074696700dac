// Reads request bodies within bounds: what is too large is refused before it is held in memory.
import type { Context } from 'hono';
import { Problem } from '../problem.ts';

/** A full submission of a thousand events is some 250 KB. */
const JSON_LIMIT = 1_000_000;

export async function readJson(c: Context): Promise<unknown> {
  const text = isBounded(c.req.raw, JSON_LIMIT)
    ? await c.req.raw.text()
    : new TextDecoder().decode(await readBytes(c.req.raw, JSON_LIMIT));
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('unreadable');
  }
}

/** True when the sender says how long the body is, which HTTP then holds it to. */
function isBounded(request: Request, limit: number): boolean {
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > limit) throw new Problem('too-large');
  return length !== null;
}

/** A hundred pages and the fields around them; a part costs time to read even when nothing is in it. */
const MOST_PARTS = 500;

function hasManyParts(bytes: Uint8Array<ArrayBuffer>, type: string): boolean {
  const [, quoted, bare] = /boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(type) ?? [];
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sign = Buffer.from(`\r\n--${quoted ?? bare ?? ''}`, 'latin1');
  let parts = 0;
  for (let at = body.indexOf(sign); at !== -1; at = body.indexOf(sign, at + sign.length)) {
    if (++parts > MOST_PARTS) return true;
  }
  return false;
}

export async function readForm(c: Context, limitBytes: number): Promise<FormData> {
  const type = c.req.header('content-type') ?? '';
  const [, kind] = /^(multipart\/form-data|application\/x-www-form-urlencoded)/i.exec(type) ?? [];
  if (!kind) throw new Problem('unreadable');
  const inParts = kind.toLowerCase().startsWith('multipart');
  // Files come in parts only; the other kind is fields, and slow to read.
  const bytes = await readBytes(c.req.raw, inParts ? limitBytes : Math.min(limitBytes, JSON_LIMIT));
  if (inParts && hasManyParts(bytes, type)) throw new Problem('unreadable');
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    throw new Problem('unreadable');
  }
}

export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (isBounded(request, limit)) return new Uint8Array(await request.arrayBuffer());
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > limit) throw new Problem('too-large');
    chunks.push(chunk);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
