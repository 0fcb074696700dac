// Notes inside a question, which other systems show after the candidate has answered.

import { explanation } from '../judge/tells-answer.ts';
import { asideLine, beginsAnswer, beginsOption, type Line, mostTyped } from './labels.ts';
import { withoutMarkdown } from './one-by-one.ts';

/** Feedback in Respondus: "~ …" below a question. "~ p" is logic, and "~ 20 kg" means "about 20 kg". */
const feedback = /^\s{0,20}~\s{1,5}\p{L}\p{M}?[\p{L}\p{M}\p{N}]/u;
/** Feedback in Respondus: "@ …" below an option with a letter. "@ 5 % a year" is part of a question. */
const optionFeedback = /^\s{0,20}@\s{1,5}\S/;
const letteredOption = /^\s{0,9}\*?\(?[a-h][).]/i;
/**
 * Feedback in text2qti: "... text", perhaps with "+ text" and "- text" below. It counts only in a file where stars mark right options or a
 * line names a type.
 */
const dotted = /^\s{0,20}(?:\.{3}|…)\s{1,5}\S/;
const signed = /^\s{0,20}[+-]\s{1,5}\S/;
const typeLine = /^\s{0,20}type\s?:\s{0,3}(?:mc|mr|ma|tf|e|fb|f|mt)\s{0,20}$/i;
/** A line that both programs write above a question. */
const headLine =
  /^\s{0,20}(?:type|(?:quiz |text )?title|(?:quiz )?description|points?|id)\s?:\s{0,3}\S/i;
const furtherOption = /^\s{0,9}\*?\(?[b-h][).]\s/i;
/** "*b. Delhi". "*p.next" is code in C. */
const starredOption = /^\s{0,9}\*\(?[a-z\d][).]\s/i;

const isNamed = (text: string) =>
  text.length <= mostTyped &&
  asideLine.test(text.trim()) &&
  !beginsAnswer.test(withoutMarkdown(text));

/** Whether a line below an answer is an explanation or a hint. Lines with marks and the like don't count, because they are reported. */
export const explains = (text: string) =>
  isNamed(text) && (explanation.test(text.trim()) || /^\s*hint\s*:/i.test(text));

/** Removes such notes. A word such as "Hint:" begins a note only between an option and the next option or the answer. */
export function withoutFeedback(lines: readonly Line[]): {
  kept: readonly Line[];
  first: Line | null;
} {
  const isExport = lines.some(({ text }) => starredOption.test(text) || typeLine.test(text));
  const kept: Line[] = [];
  let first: Line | null = null;
  let above = '';
  let isBelowNote = false;
  let isBelowHead = true;
  for (const [at, line] of lines.entries()) {
    const { text } = line;
    const isBelow = (lines[at - 1]?.text ?? '').trim() !== '';
    const isSigned: boolean =
      isBelow &&
      (feedback.test(text) ||
        ((isBelowNote || letteredOption.test(above)) && optionFeedback.test(text)) ||
        (isExport && (dotted.test(text) || (isBelowNote && signed.test(text)))));
    const isHead: boolean = isExport && isBelowHead && headLine.test(text);
    isBelowHead = isHead || text.trim() === '';
    const next =
      beginsOption.test(above) && isNamed(text)
        ? lines.slice(at + 1, at + 9).find((each) => each.text.trim() !== '' && !isNamed(each.text))
        : undefined;
    const isAmong =
      next !== undefined &&
      (furtherOption.test(next.text) ||
        beginsAnswer.test(withoutMarkdown(next.text.slice(0, mostTyped))));
    isBelowNote = isSigned;
    if (isSigned || isHead || isAmong) first ??= line;
    else {
      kept.push(line);
      if (text.trim() !== '') above = text;
    }
  }
  return { kept, first };
}
