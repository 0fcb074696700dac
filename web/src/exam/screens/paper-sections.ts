/** The paper cut into its sections, in order; question numbers run through the whole paper. */
import type { PaperQuestion } from '#contract/wire/sync.ts';

export interface PaperSection {
  name: string;
  /** Index of its first question in the paper. */
  from: number;
  questions: readonly PaperQuestion[];
}

export function sectionsOf(questions: readonly PaperQuestion[]): PaperSection[] {
  const sections: { name: string; from: number; questions: PaperQuestion[] }[] = [];
  questions.forEach((question, index) => {
    const last = sections.at(-1);
    if (last?.name === question.section) last.questions.push(question);
    else sections.push({ name: question.section, from: index, questions: [question] });
  });
  return sections;
}

/** Exams with document answers have one more screen after the questions. */
export function hasDocuments(format: 'MCQ' | 'MIX' | 'DOC Upload'): boolean {
  return format !== 'MCQ';
}
