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
