// The demonstration's questions from their file, and their marks.
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { type BankQuestion, questionSchema } from './seed-tools.ts';

export async function readDemoQuestions(): Promise<BankQuestion[]> {
  const text = await readFile(new URL('./demo-questions.json', import.meta.url), 'utf8');
  return z.array(questionSchema).parse(JSON.parse(text));
}

/** Aptitude takes longest and counts double. Hundredths of a mark. */
export const demoMarks = (type: string) =>
  type === 'Aptitude' ? { weightage: 200, negative: 50 } : { weightage: 100, negative: 25 };
