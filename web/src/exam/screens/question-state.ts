import type { PaperQuestion } from '#contract/wire/sync.ts';
import type { CandidateAct } from '#machines/sitting/sitting-events.ts';

/** The five states of a question that Indian candidates know from other exams, in the order of the legend. */
export const questionStates = [
  'not visited',
  'not answered',
  'answered',
  'marked',
  'answered and marked',
] as const;
export type QuestionState = (typeof questionStates)[number];

/** What the phone's database holds for one question. */
export interface QuestionMarks {
  /** An option name; null or empty when there is no answer. */
  answer: string | null;
  marked: boolean;
  visited: boolean;
  /** The answer was given on another phone and reported by the server. */
  elsewhere?: boolean | undefined;
}

const untouched: QuestionMarks = { answer: null, marked: false, visited: false };

export function stateOf(marks: QuestionMarks | undefined): QuestionState {
  const { answer, marked, visited } = marks ?? untouched;
  if (answer) return marked ? 'answered and marked' : 'answered';
  if (marked) return 'marked';
  return visited ? 'not answered' : 'not visited';
}

/** How many questions are in each state; every state is present, with at least 0. */
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
  /** The name of an option; empty for a cleared answer. */
  answer: string;
}

type Marks = ReadonlyMap<string, Pick<QuestionMarks, 'answer'>>;

/** The choice that an act makes; null for an act that leaves the answers alone. */
export function choiceOf({ type, qid, answer = '' }: CandidateAct): PendingChoice | null {
  if (qid === undefined) return null;
  return type === 'answered' || type === 'cleared' ? { qid, answer } : null;
}

/**
 * Whether the disk has a choice that was shown before it was written. From then on only the disk says what is chosen;
 * otherwise a later Clear response would bring the old choice back.
 */
export function isKept({ qid, answer }: PendingChoice, marks: Marks): boolean {
  return answer === (marks.get(qid)?.answer ?? '');
}

/** @returns the option that is shown as chosen; empty for none */
export function shownAnswer(qid: string, pending: PendingChoice | null, marks: Marks): string {
  return pending?.qid === qid ? pending.answer : (marks.get(qid)?.answer ?? '');
}

/** A section of the paper, in order; question numbers run through the whole paper. */
export interface PaperSection {
  name: string;
  /** Index of the section's first question in the paper. */
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
