// Reads request bodies within limits. A body that is too large is refused before it is in memory.
import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { Problem } from '#api/problem.ts';

/** Bytes. Enough for any form that a person fills in, even if its longest text takes three bytes per character. */
const FORM_LIMIT = 32_000;

/** @param limitBytes set it if the endpoint needs more than a form */
export async function readJsonBody(c: Context, limitBytes = FORM_LIMIT): Promise<unknown> {
  const text = isBounded(c.req.raw, limitBytes)
    ? await whole(c.req.raw.text())
    : new TextDecoder().decode(await readBytes(c.req.raw, limitBytes));
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('unreadable');
  }
}

/** Turns a body that breaks off into a refusal: the sender hung up, which is no error of the server. */
async function whole<T>(body: Promise<T>): Promise<T> {
  return body.catch(() => {
    throw new Problem('unreadable');
  });
}

/** True when Content-Length states the size; HTTP then ensures that the body isn't longer. @throws Problem too-large */
function isBounded(request: Request, limit: number): boolean {
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > limit) throw new Problem('too-large');
  return length !== null;
}

/** Enough for a hundred pages and their fields. There is a limit because even an empty part takes time to read. */
const MOST_PARTS = 500;
/** Bytes of one part's headers: enough for the longest file name that a disk allows, in its longest encoding. */
const LONGEST_HEAD = 4_000;
const FIELDS_LIMIT = 64_000;

/** The characters and length that RFC 2046 allows for a boundary. */
const BOUNDARY = /^[\w'()+,\-./:=? ]{1,70}$/;

/** @returns null when the body isn't multipart @throws Problem unreadable for an invalid boundary */
function boundaryOf(type: string): string | null {
  if (!/^multipart\/form-data/i.test(type)) return null;
  const [, quoted, bare] = /boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(type) ?? [];
  const boundary = quoted ?? bare ?? '';
  if (!BOUNDARY.test(boundary)) throw new Problem('unreadable');
  return boundary;
}

/** True when the parts are few and their headers short. Checked first, because the form reader reads all parts in one go. */
function isPlain(bytes: Uint8Array<ArrayBuffer>, boundary: string): boolean {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sign = `\r\n--${boundary}`;
  let at = 0; // the first boundary has no line break before it, so `sign` doesn't match there
  for (let parts = 0; at !== -1; parts += 1) {
    const next = body.indexOf(sign, at + 1);
    const end = next === -1 ? body.length : next;
    const head = body.subarray(at, Math.min(end, at + LONGEST_HEAD));
    // The text after the last boundary has no headers: it ends the form.
    const isWhole = head.includes('\r\n\r\n') || (next === -1 && end - at < LONGEST_HEAD);
    if (!isWhole || parts > MOST_PARTS) return false;
    at = next;
  }
  return true;
}

/**
 * Receives a form that is a little too large, and discards it. Without this the client would still be sending when the
 * connection closes, and would see a broken connection instead of the refusal.
 */
async function takeIn({ body }: Request): Promise<void> {
  await whole(body?.pipeTo(new WritableStream()) ?? Promise.resolve());
}

export async function readForm(c: Context, limitBytes: number): Promise<FormData> {
  const type = c.req.header('content-type') ?? '';
  const boundary = boundaryOf(type);
  if (boundary === null && !/^application\/x-www-form-urlencoded/i.test(type))
    throw new Problem('unreadable');
  // Only multipart forms hold files. A URL-encoded form holds fields alone, and is slow to read.
  const limit = boundary === null ? Math.min(limitBytes, FIELDS_LIMIT) : limitBytes;
  const stated = Number(c.req.header('content-length') ?? 0);
  if (stated > limit && stated <= 2 * limit) await takeIn(c.req.raw);
  const bytes = await readBytes(c.req.raw, limit);
  if (boundary !== null && !isPlain(bytes, boundary)) throw new Problem('unreadable');
  // The form reader gets the boundary that was checked above, so that both see the same parts.
  const read =
    boundary === null
      ? 'application/x-www-form-urlencoded'
      : `multipart/form-data; boundary="${boundary}"`;
  try {
    return await new Response(bytes, { headers: { 'content-type': read } }).formData();
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

// Says what is wrong with a field, for the person who filled it in. Used wherever a schema has no message of its own.

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
};

/** For `z.safeParse(…, { error: describeIssue })`. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null || issue.input === '')
    return 'Please fill this in.';
  switch (issue.code) {
    case 'invalid_type':
      return `This must be ${kinds[issue.expected] ?? 'a group of fields'}.`;
    case 'invalid_value':
      return `This must be ${issue.values.length > 1 ? 'one of: ' : ''}${issue.values.join(', ')}.`;
    case 'too_big':
      return `At most ${issue.maximum}${unitOf(issue.origin)}.`;
    case 'too_small':
      return `${issue.inclusive === false ? 'More than' : 'At least'} ${issue.minimum}${unitOf(issue.origin)}.`;
    default:
      return 'We can’t read this. Please check the format.';
  }
}

const unitOf = (origin: string) => (origin === 'string' ? ' characters' : '');
