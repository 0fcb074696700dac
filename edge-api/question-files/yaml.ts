// Recognises questions in YAML, which are refused: read as a typed paper, their texts would keep YAML's keys, quotation marks and signs.

import { recognise } from './judge/column-names.ts';

/** A line with a key, such as "question: Where?" or "- question: Where?". */
const field = /^( {0,24}(?:- {1,3})?)["']?([a-z]\w{0,30})["']?:(?:\s|$)/i;

/** A line that reads well as typed text: "- Question: Where?", "  A: Delhi", "  Answer: B". */
const typed =
  /^(?: {0,24}- {1,3}q(?:ue(?:s(?:tion)?)?)?\d{0,4}| {0,24}(?:[a-d]|ans(?:wer)?|explanation|solution)):\s{1,9}[^\s"'[{|>&*!]/i;

/**
 * Whether this is YAML: a key follows at the same indentation right below "- question: …", or below a "question: …" that is nested under
 * another key, and not all keys read well as typed text.
 */
export function isYaml(text: string): boolean {
  const none = { place: 0, isItem: false, hasQuestion: false, isGroup: false };
  let above = none;
  const lines = text.split(/\r?\n/);
  for (const line of lines) {
    const [, before, name = ''] = field.exec(line) ?? [];
    if (before === undefined) {
      if (line.trim() !== '') above = none;
      continue;
    }
    const place = before.length;
    const isFirst = before.includes('-') || (above.isGroup && place > above.place);
    const isNext = !isFirst && above.isItem && place === above.place;
    const isQuestion = (isFirst || isNext) && recognise(name)?.field === 'Questions';
    const hasQuestion = isQuestion || (isNext && above.hasQuestion);
    if (isNext && hasQuestion) return lines.some((each) => field.test(each) && !typed.test(each));
    const isGroup = line.trimEnd().endsWith(':');
    above = { place, isItem: isFirst || isNext, hasQuestion, isGroup };
  }
  return false;
}
