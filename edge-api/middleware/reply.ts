// Replies: never cached, never sniffed, and JSON is compressed when that saves mobile data.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { newId } from '#api/services/new-id.ts';
import type { ProblemBody } from '#contract/wire/problems.ts';
import { isFresh } from './static-files.ts';

/** Characters. Compressing a text that fits into one network packet saves nothing. */
const WORTH_PACKING = 1_400;

/** @param more headers of this reply alone */
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

/** @param more headers of this reply alone */
export type SendMade = (request: Request, more: Record<string, string>) => Response;

/** Serves a text that is the same for everyone: compressed once, and answered with 304 to a client that has it. */
export function madeOnce(text: string, type: string): SendMade {
  const packed = new Uint8Array(gzipSync(text));
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return (request, more) => {
    const held = {
      ...more,
      'cache-control': 'no-cache',
      etag: `W/${etag}`,
      vary: 'accept-encoding',
    };
    if (isFresh(request.headers.get('if-none-match') ?? undefined, etag))
      return new Response(null, { status: 304, headers: held });
    const headers = { ...held, 'content-type': type };
    return /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
      ? new Response(packed, { headers: { ...headers, 'content-encoding': 'gzip' } })
      : new Response(text, { headers });
  };
}

/** Content-Disposition (RFC 6266): an ASCII name for old clients, and the real name in UTF-8. */
export function disposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * A download that is sent while it is made, and stored nowhere. Throw refusals before calling this: a later failure is
 * logged and breaks off the download, so that nobody takes it for complete.
 */
export function download(
  { log }: Pick<Deps, 'log'>,
  fileName: string,
  type: string,
  bytes: AsyncGenerator<Uint8Array>,
): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await bytes.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        log.error({ err: error, fileName }, 'export failed');
        controller.error(error);
      }
    },
    cancel: async () => {
      await bytes.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': disposition('attachment', fileName),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

// A reply that reports progress: one JSON value per line, the last one being the outcome. The work stops when the caller
// hangs up.

export const NDJSON = 'application/x-ndjson';

export function acceptsLines(request: Request): boolean {
  return request.headers.get('accept')?.includes(NDJSON) ?? false;
}

/**
 * The status 200 is sent before the outcome is known, so a refusal is a line: `{ is: 'problem', problem }`.
 * @param work sends lines; its signal aborts when the caller hangs up
 */
export function replyInLines<Line>(
  deps: Pick<Deps, 'log'>,
  work: (send: (line: Line) => void, signal: AbortSignal) => Promise<void>,
): Response {
  const gone = new AbortController();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      const send = (line: Line | { is: 'problem'; problem: ProblemBody }) => {
        if (!gone.signal.aborted) stream.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      work(send, gone.signal)
        .catch((error: unknown) => {
          if (gone.signal.aborted) return;
          const requestId = newId();
          if (!(error instanceof Problem))
            deps.log.error({ requestId, err: error }, 'request failed while it was answered');
          const problem = error instanceof Problem ? error : new Problem('internal');
          send({ is: 'problem', problem: problem.toBody(requestId) });
        })
        .finally(() => {
          if (!gone.signal.aborted) stream.close();
        });
    },
    cancel() {
      gone.abort();
    },
  });
  return new Response(body, {
    headers: {
      'content-type': NDJSON,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no', // tells a proxy not to buffer the lines, which would delay them
    },
  });
}
