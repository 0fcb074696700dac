/**
 * The exams that anyone may see, for the pages that the server makes ready with them: those take up what they were made
 * from, others ask. The first render is then the same on both ends, also in what depends on the time.
 */
import { createContext, useContext, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { type Exam, examListSchema } from '#contract/wire/exams.ts';
import type { CallOptions } from '#web/shared/http.ts';
import { type Loaded, useLoad } from '#web/shared/use-load.ts';

const shownSchema = z.object({
  /** When the page was made, in milliseconds since 1970 by the server's clock. */
  at: z.number(),
  exams: examListSchema,
});
export type ShownExams = z.infer<typeof shownSchema>;

/** Name of the element of a ready page that holds them. */
export const READY_EXAMS = 'ready-exams';

/** Given where pages are made. */
export const ReadyExams = createContext<ShownExams | null>(null);

function readGiven(): ShownExams | null {
  const text = typeof document === 'object' && document.getElementById(READY_EXAMS)?.textContent;
  if (!text) return null;
  const parsed = z.safeParse(shownSchema, JSON.parse(text));
  return parsed.success ? parsed.data : null;
}

/**
 * @param heard as for `useLoad`
 * @returns what is known, how to ask again, and the time that a ready page was made for
 */
export function usePublicExams(heard?: CallOptions['heard']): {
  exams: Loaded<Exam[]>;
  retry: () => void;
  at?: number;
} {
  const made = useContext(ReadyExams);
  const [ready] = useState(() => made ?? readGiven());
  const [exams, retry] = useLoad(ready ? null : 'exams', examListSchema, heard);
  // Who comes back to this page within the site sees what is there by then.
  useEffect(() => document.getElementById(READY_EXAMS)?.remove(), []);
  if (ready) return { exams: { state: 'ready', data: ready.exams }, retry, at: ready.at };
  return { exams, retry };
}
