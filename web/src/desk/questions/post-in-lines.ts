/**
 * A large form sent to our API, answered line by line: how much has gone out, and each line as it comes.
 * The one call that isn't made by `api`, since only XMLHttpRequest tells how much of a body is sent.
 */
import { unreachable } from '#web/shared/api-problem.ts';
import { API_BASE, readJson, toProblem, unreadable } from '#web/shared/http.ts';
import { readToken } from '#web/shared/session.ts';

const MEDIA_TYPE = 'application/x-ndjson';

export interface LineCall {
  /** Below /api/v1/. */
  path: string;
  form: FormData;
  signal: AbortSignal;
  /** Bytes of the form; `total` includes what the form adds to the file. */
  onSent: (sent: number, total: number) => void;
  /** One line, parsed as JSON. What it throws ends the call. */
  onLine: (line: unknown) => void;
}

/** Cuts a text that is still growing into its whole lines. */
export function lineCutter(onLine: (line: string) => void): (soFar: string) => void {
  let read = 0;
  return (soFar) => {
    for (let end = soFar.indexOf('\n', read); end !== -1; end = soFar.indexOf('\n', read)) {
      const line = soFar.slice(read, end);
      read = end + 1;
      onLine(line);
    }
  };
}

/** Resolves when the answer is complete. @throws ApiProblem, the signal's reason, or what `onLine` threw */
export function postInLines({ path, form, signal, onSent, onLine }: LineCall): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const giveUp = () => {
      reject(signal.reason);
      call.abort();
    };
    const cut = lineCutter((line) => onLine(readJson(line)));
    const inLines = () => call.getResponseHeader('content-type') === MEDIA_TYPE;
    const readLines = () => {
      try {
        if (inLines()) cut(call.responseText);
      } catch (error) {
        reject(error);
        call.abort();
      }
    };
    call.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded, total));
    call.addEventListener('progress', readLines);
    call.addEventListener('error', () => reject(unreachable()));
    call.addEventListener('load', () => {
      readLines();
      if (inLines()) resolve();
      else reject(problemOf(call));
    });
    call.addEventListener('loadend', () => signal.removeEventListener('abort', giveUp));
    call.open('POST', API_BASE + path);
    call.setRequestHeader('accept', MEDIA_TYPE);
    const token = readToken();
    if (token) call.setRequestHeader('authorization', `Bearer ${token}`);
    if (signal.aborted) giveUp();
    else {
      signal.addEventListener('abort', giveUp, { once: true });
      call.send(form);
    }
  });
}

function problemOf(call: XMLHttpRequest) {
  if (call.status < 400) return unreadable(`status ${call.status}`);
  const retryAfter = call.getResponseHeader('retry-after');
  const headers = retryAfter === null ? {} : { 'retry-after': retryAfter };
  return toProblem(
    new Response(null, { status: call.status, headers }),
    readJson(call.responseText),
  );
}
