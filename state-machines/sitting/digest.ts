// The texts whose SHA-256 both phone and server compute: of a submission (rule 11), and of waiting events [AT12].
import type { Act } from './rules.ts';

/** One line for each question acted on, sorted by qid, then a line for the seq of the submission. */
export function digestText(
  answers: ReadonlyArray<{ qid: string; answer: string }>,
  seq: number,
): string {
  const lines = answers.map(({ qid, answer }) => `${qid}=${answer}`).sort();
  return [...lines, `seq=${seq}`].join('\n');
}

/** Every event in full, in the order of seq: once the server has the digest, no event can be changed unnoticed. */
export function logDigestText(events: ReadonlyArray<Act & { at: number }>): string {
  return events
    .map(({ seq, epoch, type, qid, answer, at, elapsed }) =>
      JSON.stringify([seq, epoch, type, qid ?? '', answer ?? '', at, elapsed]),
    )
    .join('\n');
}
