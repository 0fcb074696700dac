/** Sends a question file for a preview or an import, reports the progress, and returns every note. */
import * as z from 'zod/mini';
import { type ImportReport, importLineSchema, type RowNote } from '#contract/desk/questions.ts';
import { unreachable } from '#web/shared/api-problem.ts';
import { API_BASE, readJson, toProblem, unreadable } from '#web/shared/http.ts';
import { readToken } from '#web/shared/session.ts';

export interface Progress {
  stage: 'sending' | 'reading' | 'comparing' | 'storing';
  /** Bytes while sending, rows afterwards; `of` is null while unknown. */
  done: number;
  of: number | null;
}

export interface ImportOutcome {
  report: ImportReport;
  /** All notes; the report's own lists are cut off. */
  errors: RowNote[];
  warnings: RowNote[];
  repeats: RowNote[];
}

/** A file as it was when it was uploaded for the preview, so that exactly what was previewed is imported. */
export interface ChosenFile {
  name: string;
  content: Blob;
}

export type Purpose = 'preview' | 'all' | 'sound-rows';

const queries: Record<Purpose, string> = {
  preview: '?dryRun=1',
  all: '',
  'sound-rows': '?partial=1',
};

/** @throws ApiProblem, or the signal's reason */
export async function sendQuestionFile(
  { name, content }: ChosenFile,
  purpose: Purpose,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ImportOutcome> {
  const form = new FormData();
  form.set('file', content, name);
  const notes = { errors: [] as RowNote[], warnings: [] as RowNote[], repeats: [] as RowNote[] };
  let report: ImportReport | undefined;
  await postInLines({
    path: `questions/upload${queries[purpose]}`,
    form,
    signal,
    onSent: (done, of) => onProgress({ stage: 'sending', done, of }),
    onLine: (line) => {
      const parsed = z.safeParse(importLineSchema, line);
      if (!parsed.success) throw unreadable(parsed.error);
      const said = parsed.data;
      if (said.is === 'progress') onProgress({ stage: said.stage, done: said.rows, of: said.of });
      if (said.is === 'notes') notes[said.list].push(...said.notes);
      if (said.is === 'report') report = said.report;
      if (said.is === 'problem') throw toProblem(new Response(), said.problem);
    },
  });
  if (!report) throw unreadable('no report');
  return { report, ...notes };
}

// Sends a large form to our API and reports how much has been sent, and each line of the reply as it arrives. This is the only
// call that doesn't go through `api`, because only XMLHttpRequest reports how much of a body has been sent.

const MEDIA_TYPE = 'application/x-ndjson';

interface LineCall {
  /** Below /api/v1/. */
  path: string;
  form: FormData;
  signal: AbortSignal;
  /** Gets bytes; both numbers include what the form adds to the file. */
  onSent: (sent: number, total: number) => void;
  /** Gets one line, parsed as JSON. An error that it throws ends the call. */
  onLine: (line: unknown) => void;
}

/** Cuts a text that is still arriving into lines: each call gets the text so far, and each complete line is passed on once. */
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

/** Resolves when the reply is complete. @throws ApiProblem, the signal's reason, or what `onLine` threw */
function postInLines({ path, form, signal, onSent, onLine }: LineCall): Promise<void> {
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
