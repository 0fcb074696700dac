// Reads request bodies within bounds: what is too large is refused before it is held in memory.
import type { Context } from 'hono';
import { Problem } from '../problem.ts';

/** What a form that a person fills in can come to, its longest text in a script of three bytes a character. */
const FORM_LIMIT = 32_000;

/** @param limitBytes what the endpoint needs, where that is more than a form */
export async function readJson(c: Context, limitBytes = FORM_LIMIT): Promise<unknown> {
  const text = isBounded(c.req.raw, limitBytes)
    ? await whole(c.req.raw.text())
    : new TextDecoder().decode(await readBytes(c.req.raw, limitBytes));
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('unreadable');
  }
}

/** A sender who hangs up in the middle has sent nothing; no fault of ours. */
async function whole<T>(body: Promise<T>): Promise<T> {
  return body.catch(() => {
    throw new Problem('unreadable');
  });
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

const FIELDS_LIMIT = 64_000;

export async function readForm(c: Context, limitBytes: number): Promise<FormData> {
  const type = c.req.header('content-type') ?? '';
  const [, kind] = /^(multipart\/form-data|application\/x-www-form-urlencoded)/i.exec(type) ?? [];
  if (!kind) throw new Problem('unreadable');
  const inParts = kind.toLowerCase().startsWith('multipart');
  // Files come in parts only; the other kind is fields, and slow to read.
  const bytes = await readBytes(
    c.req.raw,
    inParts ? limitBytes : Math.min(limitBytes, FIELDS_LIMIT),
  );
  if (inParts && hasManyParts(bytes, type)) throw new Problem('unreadable');
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    throw new Problem('unreadable');
  }
}

export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (isBounded(request, limit)) return new Uint8Array(await whole(request.arrayBuffer()));
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await whole(reader.read());
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      throw new Problem('too-large');
    }
    chunks.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
