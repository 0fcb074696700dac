// Finds marks and lines in a question that would tell candidates the right answer.

import { optionNames } from '#contract/wire/values.ts';
import { shortened } from './clean-text.ts';
import { type AnswerReadings, placesIn } from './resolve-answer.ts';
import type { Remark } from './row-judgement.ts';
import { type SheetCell, textCell } from './sheet.ts';

/** Marks and words that teachers and chat programs put beside the right option. */
export const tell =
  /^[✅✔☑✓]\ufe0f?|[✅✔☑✓]\ufe0f?$|\s(?:<[-=]{1,2}|[←⇐])\s?(?:the )?(?:correct|right|ans(?:wer)?)(?: (?:answer|option|choice))?[.!]?$|\s[-–—]{1,2}\s?(?:correct|right) (?:answer|option|choice)[.!]?$|[([]\s?(?:correct(?: (?:answer|option))?|right (?:answer|option)|ans(?:wer)?|सही (?:उत्तर|विकल्प))[.!]?\s?[)\]]$/iu;

/** Refuses a question in which only one option has such a mark. An option that consists of nothing but the mark is allowed. */
export function markedOption(options: readonly (SheetCell | undefined)[]): Remark[] {
  const marked = optionNames.flatMap((column, at) => {
    const text = options[at]?.text ?? '';
    const [mark] = tell.exec(text) ?? [];
    return mark && /[\p{L}\p{N}]/u.test(text.replace(mark, '')) ? [{ column, mark }] : [];
  });
  const [only, other] = marked;
  if (!only || other) return [];
  const message = `${only.column} alone has the mark "${only.mark.trim()}", which tells candidates the answer. Please remove it and upload the file again.`;
  return [{ column: only.column, message }];
}

/** Matches "Answer: B" at the start of a line. The group is the rest of the line: the answer, and perhaps an explanation. */
const answerWithin =
  /^(?:the )?(?:correct |right |सही )?(?:answer|ans|उत्तर)(?: is)?\s?[.:=–—-]{0,3}(.*)/i;
/** Matches "Answer: B" further on in a line, perhaps in brackets. */
const answerBehind = /\s[[(]?(?:correct |right |सही )?(?:answer|ans|उत्तर)\s?[.:=–—-]{1,3}(.*)/i;
/** "ans = 2" is code. */
const assigned = /(?:answer|ans)\s?=\s?[-\d."']/i;
/** A question without any of these can't tell its answer. */
const mayTell = /\n|ans|उत्तर/i;
/** A question that asks something at its end: "Solution: 5 g of salt in 95 g of water. What is its concentration?" explains nothing. */
const asksAtEnd = /(?:[?:؟]|__)[\s!)\]"'”’]{0,9}$/;
/** The start of a line that explains an answer. */
export const explanation =
  /^(?:(?:(?:general|correct|incorrect) )?feedback|rationale|(?:detailed |short )?sol(?:n|ution)?|expl?(?:anation)?|व्याख्या|हल|स्पष्टीकरण|ব্যাখ্যা|விளக்கம்|వివరణ|ವಿವರಣೆ|വിശദീകരണം|સમજૂતી|ਵਿਆਖਿਆ|ବ୍ୟାଖ୍ୟା|وضاحت)\s{0,3}:/i;
/** "Answer: B) Mumbai Explanation: …" in one line. */
const explanationBehind = /\s(?:explanation|solution|व्याख्या|स्पष्टीकरण)\s{0,3}[:=–—-]/i;
const longestTelling = 300;

/** Refuses a question with a line that gives the answer or explains it. */
export function tellingLine(
  question: SheetCell | undefined,
  answer: AnswerReadings,
  read: (cell: SheetCell) => AnswerReadings | null,
): Remark[] {
  const text = question?.text ?? '';
  if (!mayTell.test(text)) return [];
  const lines = text.split('\n').map((line) => line.trim());
  const tells = (line: string, at: number) => {
    if (line.length > longestTelling || assigned.test(line)) return false;
    const [, said = ''] = (at > 0 && answerWithin.exec(line)) || (answerBehind.exec(line) ?? []);
    const [bare = ''] = said.split(explanationBehind);
    return [said.trim(), said.replace(/[\])]$/, '').trim(), bare.trim()].some((each) => {
      const within = each === '' ? null : read(textCell(each));
      return within && placesIn(within).some((place) => placesIn(answer).includes(place));
    });
  };
  const telling = lines.find(tells);
  const explains = asksAtEnd.test(lines.at(-1) ?? '')
    ? undefined
    : lines.find((line, at) => at > 0 && explanation.test(line));
  const said = telling ?? explains;
  if (said === undefined) return [];
  const brackets = telling === undefined ? ', or put it in brackets if they should read it' : '';
  const message = `The line "${shortened(said)}" of the question may tell candidates the answer. Please remove it${brackets}.`;
  return [{ column: 'Questions', message }];
}
