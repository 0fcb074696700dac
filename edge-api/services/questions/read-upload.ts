// An uploaded question file as rows, or the refusal that tells its sender what to do.
import { Problem } from '../../problem.ts';
import { parseQuestionFile, type Watch } from '../../question-files/parse-question-file.ts';
import type { FileReading } from '../../question-files/question-file.ts';
import { workInTurn } from '../in-turn.ts';

/** A file may inflate to hundreds of megabytes while it is read. */
const oneAtATime = workInTurn({ atOnce: 1, longestQueue: 4 });

const codes = { 'wrong-kind': 'wrong-file-kind', 'too-large': 'too-large' } as const;

/** @throws Problem file-refused, wrong-file-kind, too-large, unavailable */
export async function readUpload(
  bytes: Uint8Array,
  fileName: string,
  watch: Watch,
): Promise<FileReading> {
  const outcome = await oneAtATime(() => parseQuestionFile(bytes, fileName, watch));
  if (outcome.ok) return outcome;
  const code = Object.entries(codes).find(([refusal]) => refusal === outcome.code)?.[1];
  throw new Problem(code ?? 'file-refused', {
    sentence: outcome.message,
    fields: { file: outcome.message },
  });
}
