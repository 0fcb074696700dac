// What of a hand-over can be told without the key, and so without a network: whether it is one, whether it is whole,
// and whose it says it is.

import { readAnswerTextHead } from '#seals/answer-text.ts';
import { readHandOverHead } from '#seals/hand-over.ts';
import { fromCodes, readCode } from '#seals/hand-over-codes.ts';

export type Given = {
  sittingId: string;
  body: { bytes: Uint8Array<ArrayBuffer> } | { text: string };
};

/** Said of what was typed, and of everything else. */
export const MISTYPED =
  'Something is missing or mistyped. Please compare it with the candidate’s screen, group by group.';
export const NOT_OURS =
  'This is not a whole hand-over. Please ask the candidate for it again: the file whose name ends in .pariksha, or the code.';

/** Of a file, or typed or scanned; null for what the server would refuse as well. */
export function readGiven(given: Uint8Array<ArrayBuffer> | string): Given | null {
  try {
    if (typeof given !== 'string') {
      const { sittingId } = readHandOverHead(given);
      return { sittingId, body: { bytes: given } };
    }
    const message = readAnswerTextHead(given);
    if (message) return { sittingId: message.sittingId, body: { text: given } };
    const parts = given
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap((line) => readCode(line) ?? []);
    return { sittingId: readHandOverHead(fromCodes(parts)).sittingId, body: { text: given } };
  } catch {
    return null;
  }
}
