import type { PaperQuestion } from '#contract/wire/sync.ts';
import type { CandidateAct } from '#machines/sitting/sitting-events.ts';

/** The five states of a question that Indian candidates know from other exams, in the legend's order. */
export const questionStates = [
  'not visited',
  'not answered',
  'answered',
  'marked',
  'answered and marked',
] as const;
export type QuestionState = (typeof questionStates)[number];

/** What the phone's database holds of one question. */
export interface QuestionMarks {
  /** An option name; null or empty when there is no answer. */
  answer: string | null;
  marked: boolean;
  visited: boolean;
  /** Done on another phone, and told by the server. */
  elsewhere?: boolean | undefined;
}

const untouched: QuestionMarks = { answer: null, marked: false, visited: false };

export function stateOf(marks: QuestionMarks | undefined): QuestionState {
  const { answer, marked, visited } = marks ?? untouched;
  if (answer) return marked ? 'answered and marked' : 'answered';
  if (marked) return 'marked';
  return visited ? 'not answered' : 'not visited';
}

/** How many are in each state; every state is there, with 0 at least. */
export function countStates(states: readonly QuestionState[]): Record<QuestionState, number> {
  const counts = {
    'not visited': 0,
    'not answered': 0,
    answered: 0,
    marked: 0,
    'answered and marked': 0,
  };
  for (const state of states) counts[state] += 1;
  return counts;
}

export interface PendingChoice {
  qid: string;
  /** An option name; empty for an answer taken back. */
  answer: string;
}

type Marks = ReadonlyMap<string, Pick<QuestionMarks, 'answer'>>;

/** What an act chooses; null for an act that leaves the answers alone. */
export function choiceOf({ type, qid, answer = '' }: CandidateAct): PendingChoice | null {
  if (qid === undefined) return null;
  return type === 'answered' || type === 'cleared' ? { qid, answer } : null;
}

/**
 * A choice on its way to the disk: shown at once, and forgotten once the disk has it. From then on the
 * disk alone says what is chosen, or a later Clear response would bring the old choice back.
 */
export function isKept({ qid, answer }: PendingChoice, marks: Marks): boolean {
  return answer === (marks.get(qid)?.answer ?? '');
}

/** @returns the option that is shown as chosen, or empty */
export function shownAnswer(qid: string, pending: PendingChoice | null, marks: Marks): string {
  return pending?.qid === qid ? pending.answer : (marks.get(qid)?.answer ?? '');
}

/** The paper cut into its sections, in order; question numbers run through the whole paper. */
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
