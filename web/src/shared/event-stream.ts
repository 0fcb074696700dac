// Reads server-sent events with fetch, because the browser's own EventSource can't send the token.
import { toProblem, unreadable } from './http.ts';
import { hearRefused } from './session.ts';

export type StreamEvent = { event: string; id: string; data: unknown };

/** The server sends something every 25 seconds: after this long without anything, the connection is dead. */
const DEAD_MS = 40_000;

/**
 * Resolves when the stream has ended.
 * @param lastId id of the last event that was heard; empty for none
 * @throws ApiProblem for a refusal, what fetch throws when there is no network, and the reason of a signal that was
 *   aborted before
 */
export async function readEventStream(
  path: string,
  { token, lastId, signal }: { token: string; lastId: string; signal: AbortSignal },
  hear: (event: StreamEvent) => void,
): Promise<void> {
  signal.throwIfAborted();
  const stop = new AbortController();
  const giveUp = () => stop.abort();
  signal.addEventListener('abort', giveUp, { once: true });
  let dead = setTimeout(giveUp, DEAD_MS);
  try {
    const headers = {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(lastId !== '' && { 'last-event-id': lastId }),
    };
    const response = await fetch(`/api/v1/${path}`, {
      headers,
      signal: stop.signal,
      cache: 'no-store',
    });
    if (!response.ok) {
      const problem = toProblem(response, await response.json().catch(() => null));
      if (problem.code === 'signed-out') hearRefused(token);
      throw problem;
    }
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!response.body || !isStream) throw unreadable('no stream');
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; ; ) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(dead);
      dead = setTimeout(giveUp, DEAD_MS);
      text += value;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = toEvent(text.slice(0, end));
        text = text.slice(end + 2);
        if (event) hear(event);
      }
    }
  } finally {
    clearTimeout(dead);
    stop.abort();
    signal.removeEventListener('abort', giveUp);
  }
}

/** Null when the text is not one of our events. */
function toEvent(text: string): StreamEvent | null {
  const fields = new Map(
    text.split('\n').map((line): [string, string] => {
      const [name = '', ...rest] = line.split(': ');
      return [name, rest.join(': ')];
    }),
  );
  try {
    const data: unknown = JSON.parse(fields.get('data') ?? '');
    return { event: fields.get('event') ?? '', id: fields.get('id') ?? '', data };
  } catch {
    return null;
  }
}
