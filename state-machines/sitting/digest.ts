// The texts whose SHA-256 phone and server both compute: of a submission (rule 11), and of waiting events [AT12].
import type { Act } from './rules.ts';

/** Every question acted on, by qid, then the seq of the submission: one line each. */
export function digestText(
  answers: ReadonlyArray<{ qid: string; answer: string }>,
  seq: number,
): string {
  const lines = answers.map(({ qid, answer }) => `${qid}=${answer}`).sort();
  return [...lines, `seq=${seq}`].join('\n');
}

/** Every event in full, in the order of seq: once its digest is at the server none of them can be changed. */
export function logDigestText(events: ReadonlyArray<Act & { at: number }>): string {
  return events
    .map(({ seq, epoch, type, qid, answer, at, elapsed }) =>
      JSON.stringify([seq, epoch, type, qid ?? '', answer ?? '', at, elapsed]),
    )
    .join('\n');
}
