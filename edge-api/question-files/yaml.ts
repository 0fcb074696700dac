// Knows questions in YAML, which are not read: as a typed paper their texts would keep its names, quotation marks and signs.

import { recognise } from './judge/column-names.ts';

/** "question: Where?", "- question: Where?" */
const field = /^( {0,24}(?:- {1,3})?)["']?([a-z]\w{0,30})["']?:(?:\s|$)/i;

/** What has nothing to lose when it is read as typed: "- Question: Where?", "  A: Delhi", "  Answer: B". */
const typed =
  /^(?: {0,24}- {1,3}q(?:ue(?:s(?:tion)?)?)?\d{0,4}| {0,24}(?:[a-d]|ans(?:wer)?|explanation|solution)):\s{1,9}[^\s"'[{|>&*!]/i;

/** Whether another name stands right below "- question: …" in its place, or beside "question: …" below the name of both. */
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
