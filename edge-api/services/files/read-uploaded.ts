// Uploaded files that are read for what is in them: questions, lists of people.
import { Problem } from '../../problem.ts';
import type { Refusal } from '../../question-files/question-file.ts';
import { workInTurn } from '../in-turn.ts';

/** A file may inflate to hundreds of megabytes while it is read. */
export const oneFileAtATime = workInTurn({ atOnce: 1, longestQueue: 4 });

const codes = { 'wrong-kind': 'wrong-file-kind', 'too-large': 'too-large' } as const;

/** What its sender is told of a file that can't be read. */
export function fileProblem({ code, message }: Refusal): Problem {
  const known = Object.entries(codes).find(([refusal]) => refusal === code)?.[1];
  return new Problem(known ?? 'file-refused', { sentence: message, fields: { file: message } });
}
