// A stored participant in the words of the wire, the same for the screen and the export.
import type { Participant } from '#contract/desk/participants.ts';
import { educationKeys } from '#contract/wire/users.ts';
import type { ParticipantRow } from '#db/queries/participants.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { signedPath } from '../files/file-path.ts';

export function toParticipant(deps: Deps, row: ParticipantRow): Participant {
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
    ...(row.late_work && { lateWork: row.late_work }),
    hall: {
      room: row.room,
      extraPercent: row.extra_percent,
      largerText: row.larger_text,
      reader: row.reader,
      note: row.accommodation_note,
    },
  };
}
