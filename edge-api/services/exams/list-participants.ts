// The participants of an exam for the Exam Score screen.
import type { Participant } from '#contract/participants.ts';
import { educationKeys } from '#contract/users.ts';
import { findExam } from '#db/queries/exams.ts';
import { listParticipants as listRows, type ParticipantRow } from '#db/queries/participants.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { signedPath } from '../files/file-path.ts';

/** @throws Problem not-found */
export async function listParticipants(
  deps: Deps,
  wanted: { examId: string; search: string; page: number; pageSize: number },
): Promise<{ participants: Participant[]; total: number }> {
  if (!(await findExam(deps.db.orm, wanted.examId))) throw new Problem('not-found');
  const { rows, total } = await listRows(deps.db, wanted);
  return { participants: rows.map((row) => toParticipant(deps, row)), total };
}

function toParticipant(deps: Deps, row: ParticipantRow): Participant {
  const education = Object.fromEntries(
    educationKeys.map((key) => [key, row.education[key] ?? '']),
  ) as Record<(typeof educationKeys)[number], string>;
  return {
    _id: row.uid,
    fullName: row.full_name,
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    address: row.address,
    city: row.city,
    state: row.state,
    TxnID: row.txn_id,
    ...education,
    workExp: row.work_exp,
    status: row.status,
    examStatus: row.status === 'Completed' ? 'Completed' : null,
    docs: (row.docs ?? []).map((file) => signedPath(deps, file)),
    score: row.sections ? toScoreList(row.sections, row.documents) : [],
  };
}
