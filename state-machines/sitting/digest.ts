// The text whose SHA-256 a submission carries: the same on the phone and on the server (rule 11).

/** Every question acted on, by qid, then the seq of the submission: one line each. */
export function digestText(
  answers: ReadonlyArray<{ qid: string; answer: string }>,
  seq: number,
): string {
  const lines = answers.map(({ qid, answer }) => `${qid}=${answer}`).sort();
  return [...lines, `seq=${seq}`].join('\n');
}
