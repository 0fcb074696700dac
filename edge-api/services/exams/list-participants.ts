// The participants of an exam for the Exam Score screen.
import type { Participant } from '#contract/desk/participants.ts';
import { findExam } from '#db/queries/exams.ts';
import { listParticipants as listRows, type ParticipantsWanted } from '#db/queries/participants.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { toParticipant } from './to-participant.ts';

/** @throws Problem not-found */
export async function listParticipants(
  deps: Deps,
  wanted: ParticipantsWanted,
): Promise<{ rows: Participant[]; total: number }> {
  if (!(await findExam(deps.db.orm, wanted.examId))) throw new Problem('not-found');
  const { rows, total } = await listRows(deps.db, wanted);
  return { rows: rows.map((row) => toParticipant(deps, row)), total };
}
