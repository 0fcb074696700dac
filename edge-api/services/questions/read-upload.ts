// An uploaded question file as rows, or the refusal that tells its sender what to do.
import { parseQuestionFile, type Watch } from '../../question-files/parse-question-file.ts';
import type { FileReading } from '../../question-files/question-file.ts';
import { fileProblem, oneFileAtATime } from '../files/read-uploaded.ts';

/** @throws Problem file-refused, wrong-file-kind, too-large, unavailable */
export async function readUpload(
  bytes: Uint8Array,
  fileName: string,
  watch: Watch,
): Promise<FileReading> {
  const outcome = await oneFileAtATime(() => parseQuestionFile(bytes, fileName, watch));
  if (outcome.ok) return outcome;
  throw fileProblem(outcome);
}
