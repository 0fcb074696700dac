/** Sends a question file to be looked through or taken in, telling how far it is; every note comes back. */

import * as z from 'zod/mini';
import { type ImportReport, importLineSchema, type RowNote } from '#contract/desk/questions.ts';
import { postInLines } from '#web/desk/questions/post-in-lines.ts';
import { toProblem, unreadable } from '#web/shared/http.ts';

export interface Progress {
  stage: 'sending' | 'reading' | 'comparing' | 'storing';
  /** Bytes while sending, rows afterwards; `of` is null while unknown. */
  done: number;
  of: number | null;
}

export interface ImportOutcome {
  report: ImportReport;
  /** All of them, where the report's own lists are cut. */
  errors: RowNote[];
  warnings: RowNote[];
  repeats: RowNote[];
}

/** A file as it was when it was chosen: what is looked through is what is taken in. */
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
