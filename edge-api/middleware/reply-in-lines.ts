// An answer that is told while it comes about: one JSON value a line, the last one the outcome. Whoever
// stops listening stops the work.
import type { ProblemBody } from '#contract/wire/problems.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../problem.ts';
import { newId } from '../services/new-id.ts';

const MEDIA_TYPE = 'application/x-ndjson';

export function acceptsLines(request: Request): boolean {
  return request.headers.get('accept')?.includes(MEDIA_TYPE) ?? false;
}

/**
 * The status is 200 before the outcome is known, so a refusal is a line of its own: `problem`.
 * @param work sends lines; its signal is aborted when the asker has gone
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
      'content-type': MEDIA_TYPE,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no', // a proxy that collects the lines first would make them pointless
    },
  });
}
