/** What a preview remembers instead of writing it to the phone's disk: gone with the page, never sent. */
import type { CandidateAct } from '#machines/sitting/sitting-events.ts';
import type { QuestionMarks } from './question-state.ts';

export type PreviewMarks = ReadonlyMap<string, QuestionMarks>;

const untouched: QuestionMarks = { answer: null, marked: false, visited: false };

function change(marks: PreviewMarks, qid: string, changes: Partial<QuestionMarks>): PreviewMarks {
  return new Map(marks).set(qid, { ...(marks.get(qid) ?? untouched), ...changes });
}

export function visit(marks: PreviewMarks, qid: string): PreviewMarks {
  return marks.get(qid)?.visited ? marks : change(marks, qid, { visited: true });
}

/** Applies a candidate's act to the marks, with the result that the disk of a real sitting would show. */
export function remember(marks: PreviewMarks, { type, qid, answer }: CandidateAct): PreviewMarks {
  if (qid === undefined) return marks;
  if (type === 'answered') return change(marks, qid, { answer: answer ?? null });
  if (type === 'cleared') return change(marks, qid, { answer: null });
  if (type === 'marked' || type === 'unmarked')
    return change(marks, qid, { marked: type === 'marked' });
  return marks;
}
