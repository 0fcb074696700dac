/**
 * A choice on its way to the disk: shown at once, and forgotten once the disk has it. From then on the
 * disk alone says what is chosen, or a later Clear response would bring the old choice back.
 */
import type { CandidateAct } from '#machines/sitting/sitting-events.ts';
import type { QuestionMarks } from './question-state.ts';

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

export function isKept({ qid, answer }: PendingChoice, marks: Marks): boolean {
  return answer === (marks.get(qid)?.answer ?? '');
}

/** @returns the option that is shown as chosen, or empty */
export function shownAnswer(qid: string, pending: PendingChoice | null, marks: Marks): string {
  return pending?.qid === qid ? pending.answer : (marks.get(qid)?.answer ?? '');
}
