// What a corrected key means for a question as a candidate saw it. Options are known by their text, not their place, so
// a correction that also moved them harms nobody.
import { type OptionName, optionNames } from '../contract/wire/values.ts';

export type KeyedQuestion = { options: readonly string[]; correct: OptionName };

/**
 * @param seen the question as the paper has it
 * @param corrected the question as it stands now
 * @returns the option of `seen` that is right, or null when the correction can't be carried over to it: the right
 *   option was not among those offered. An option whose wording alone was mended is the same option when it was
 *   the right one already and the other three are unchanged.
 */
export function carryKey(seen: KeyedQuestion, corrected: KeyedQuestion): OptionName | null {
  const offered = seen.options.map((option) => option.trim());
  const now = corrected.options.map((option) => option.trim());
  const right = now[optionNames.indexOf(corrected.correct)];
  if (right === undefined) return null;
  const place = offered.indexOf(right);
  if (place >= 0) return optionNames[place] ?? null;
  const gone = offered.filter((option) => !now.includes(option));
  const wasRight = offered[optionNames.indexOf(seen.correct)];
  return gone.length === 1 && gone[0] === wasRight ? seen.correct : null;
}
