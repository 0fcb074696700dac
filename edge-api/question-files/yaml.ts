// Knows questions in YAML, which are not read: as a typed paper their texts would keep its names, quotation marks and signs.

import { recognise } from './judge/column-names.ts';

/** "question: Where?", "- question: Where?" */
const field = /^( {0,24}(?:- {1,3})?)["']?([a-z]\w{0,30})["']?:(?:\s|$)/i;

/** Whether another name stands right below "- question: …" in its place, or beside "question: …" below the name of both. */
export function isYaml(text: string): boolean {
  if (/^\s{0,20}[[{]/.test(text)) return false; // JSON
  const none = { place: 0, isItem: false, hasQuestion: false };
  let above = none;
  for (const line of text.split(/\r?\n/)) {
    const [, before, name = ''] = field.exec(line) ?? [];
    if (before === undefined) {
      if (line.trim() !== '') above = none;
      continue;
    }
    const place = before.length;
    const isFirst = before.includes('-') || place > above.place;
    const isNext = !isFirst && above.isItem && place === above.place;
    const isQuestion = (isFirst || isNext) && recognise(name)?.field === 'Questions';
    const hasQuestion = isQuestion || (isNext && above.hasQuestion);
    if (isNext && hasQuestion) return true;
    above = { place, isItem: isFirst || isNext, hasQuestion };
  }
  return false;
}
