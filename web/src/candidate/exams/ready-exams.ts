/**
 * The exams that anyone may see. A page that the server prerendered with them contains them, with the time of
 * rendering, so that the first render in the browser gives the same HTML, even where it depends on the time. Any other
 * page asks the server.
 */
import { createContext, useContext, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { type Exam, examListSchema } from '#contract/wire/exams.ts';
import type { CallOptions } from '#web/shared/http.ts';
import { type Loaded, useLoad } from '#web/shared/use-load.ts';

const shownSchema = z.object({
  /** When the page was rendered, in milliseconds since 1970 by the server's clock. */
  at: z.number(),
  exams: examListSchema,
});
export type ShownExams = z.infer<typeof shownSchema>;

/** Id of the element of a prerendered page that contains the exams. */
export const READY_EXAMS = 'ready-exams';

/** Provided where pages are prerendered. */
export const ReadyExams = createContext<ShownExams | null>(null);

function readGiven(): ShownExams | null {
  const text = typeof document === 'object' && document.getElementById(READY_EXAMS)?.textContent;
  if (!text) return null;
  const parsed = z.safeParse(shownSchema, JSON.parse(text));
  return parsed.success ? parsed.data : null;
}

/**
 * @param heard as for `useLoad`
 * @returns the exams, a function that asks again, and the time for which a prerendered page was rendered
 */
export function usePublicExams(heard?: CallOptions['heard']): {
  exams: Loaded<Exam[]>;
  retry: () => void;
  at?: number;
} {
  const made = useContext(ReadyExams);
  const [ready] = useState(() => made ?? readGiven());
  const [exams, retry] = useLoad(ready ? null : 'exams', examListSchema, heard);
  // A visitor who comes back to this page within the site gets the exams as they are by then.
  useEffect(() => document.getElementById(READY_EXAMS)?.remove(), []);
  if (ready) return { exams: { state: 'ready', data: ready.exams }, retry, at: ready.at };
  return { exams, retry };
}
