// A stored user in the words of the wire, as it stands or after what is still open at the gateway was settled.
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { normaliseUid } from '#api/services/auth/find-uid.ts';
import { reconcileOwnOrders } from '#api/services/payments/reconcile-open.ts';
import type { User } from '#contract/wire/users.ts';
import { readUser, type UserRow } from '#db/queries/users.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';

// The fresh user, after their open payments were settled with the gateway. By itself it makes nobody
// Fees Paid: only what the gateway confirms does.

/** @throws Problem not-found */
export async function refreshUser(deps: Deps, uid: string): Promise<User> {
  const known = normaliseUid(uid);
  await reconcileOwnOrders(deps, { uid: known });
  const row = await readUser(deps.db, known);
  if (!row) throw new Problem('not-found');
  return toUser(row);
}

/** A stored user in the words of the wire. */
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
