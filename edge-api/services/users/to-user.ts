// A stored user in the words of the wire.
import type { User } from '#contract/wire/users.ts';
import type { UserRow } from '#db/queries/users.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';

export function toUser(row: UserRow): User {
  return {
    uid: row.uid,
    role: row.role,
    fullName: row.full_name,
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    status: row.status ?? 'Registered',
    examID: row.exam_id,
    examStatus: row.status === 'Completed' ? 'Completed' : null,
    score: row.sections ? toScoreList(row.sections, row.documents) : [],
    TxnID: row.txn_id,
    mustChangePassword: row.must_change_password,
  };
}
