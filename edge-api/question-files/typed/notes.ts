// Notes within a question, which other systems show when it is answered.

import { explanation } from '../judge/tells-answer.ts';
import { asideLine, beginsAnswer, beginsOption, type Line, mostTyped } from './labels.ts';
import { withoutMarkdown } from './one-by-one.ts';

/** Respondus: "~ …" below a question; "~ p" is logic, "~ 20 kg" about so much. */
const feedback = /^\s{0,20}~\s{1,5}\p{L}\p{M}?[\p{L}\p{M}\p{N}]/u;
/** And "@ …" below an option, which has a letter; "@ 5 % a year" belongs to a question. */
const optionFeedback = /^\s{0,20}@\s{1,5}\S/;
const letteredOption = /^\s{0,9}\*?\(?[a-h][).]/i;
/** And text2qti's; "+ …" and "- …" follow below. Such lines are only believed where stars mark the right options, or where a type is told. */
const dotted = /^\s{0,20}(?:\.{3}|…)\s{1,5}\S/;
const signed = /^\s{0,20}[+-]\s{1,5}\S/;
const typeLine = /^\s{0,20}type\s?:\s{0,3}(?:mc|mr|ma|tf|e|fb|f|mt)\s{0,20}$/i;
/** What both write above a question. */
const headLine =
  /^\s{0,20}(?:type|(?:quiz |text )?title|(?:quiz )?description|points?|id)\s?:\s{0,3}\S/i;
const furtherOption = /^\s{0,9}\*?\(?[b-h][).]\s/i;
/** "*b. Delhi"; "*p.next" is C. */
const starredOption = /^\s{0,9}\*\(?[a-z\d][).]\s/i;

const isNamed = (text: string) =>
  text.length <= mostTyped &&
  asideLine.test(text.trim()) &&
  !beginsAnswer.test(withoutMarkdown(text));

/** Below an answer, where marks and the like are named, as they count for something. */
export const explains = (text: string) =>
  isNamed(text) && (explanation.test(text.trim()) || /^\s*hint\s*:/i.test(text));

/** Without such notes; words such as "Hint:" begin one only below an option, and above another or the answer. */
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
