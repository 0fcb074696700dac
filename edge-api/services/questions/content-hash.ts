// The mark by which the bank knows a question again: its text, its options in any order, its type.
import { createHash } from 'node:crypto';
import { contentKey } from '../../question-files/judge/content-key.ts';
import type { QuestionContent } from '../../question-files/question-file.ts';

export function contentHash(question: QuestionContent): string {
  return createHash('sha256').update(contentKey(question)).digest('hex');
}
