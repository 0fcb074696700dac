// When two questions are the same one: decides duplicates inside a file and against the bank.

import type { QuestionContent } from '../question-file.ts';
import { comparable, looks } from './clean-text.ts';

/** Types are the same section whatever their case, spaces and signs that don't show. */
export function typeKey(type: string): string {
  return looks(type).toLowerCase();
}

/**
 * The string to hash: the same for two questions with the same text, options and type, in whatever
 * order the options stand. White space and canonical form are ignored, the case of texts is not.
 */
export function contentKey(question: QuestionContent): string {
  const options = question.options.map(comparable).sort();
  return JSON.stringify([comparable(question.text), options, typeKey(question.type)]);
}
