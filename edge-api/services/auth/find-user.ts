// Whose name this is. People sign in by uid, mobile number or email address; no two of the three look alike: a uid
// has seven letters and digits, a mobile number ten digits, an email address an @.
import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { queueNothing, queueSms, sendSmsSoon } from '#api/services/messages/sms-outbox.ts';
import { readWaitingOrder } from '#api/services/payments/read-order.ts';
import { reconcileOwnOrders } from '#api/services/payments/reconcile-open.ts';
import { throttle } from '#api/services/throttle/throttle.ts';
import type { WaitingOrder } from '#contract/site/waiting-order.ts';
import { emailSchema, mobileSchema } from '#contract/wire/typed.ts';
import { SUPER_ADMIN, type User } from '#contract/wire/users.ts';
import type { Database } from '#db/client.ts';
import { readUserRow, type UserRow } from '#db/queries/users.ts';
import { users } from '#db/schema/people.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';

const rowsSchema = z.array(z.object({ uid: z.string() }));

/** @returns a uid; for a name that nobody has, something that is no uid, the same for every writing of that name */
export async function findUid(db: Database, typed: string): Promise<string> {
  const email = z.safeParse(emailSchema, typed);
  const mobile = z.safeParse(mobileSchema, typed);
  if (!email.success && !mobile.success) return normaliseUid(typed);
  const [column, name] = email.success
    ? (['email', email.data.toLowerCase()] as const)
    : (['mobile', mobile.data ?? ''] as const);
  const [found] = rowsSchema.parse(
    await db.rows(`select uid from users where ${column} = $1`, [name]),
  );
  return found?.uid ?? name;
}

/**
 * A uid is typed without regard to case, in groups, or copied from our SMS with the full stop behind it; SuperAdmin alone is kept in
 * mixed case.
 */
export function normaliseUid(typed: string): string {
  const upper = typed.replace(/[\s\p{Cf}.-]/gu, '').toUpperCase();
  return upper === SUPER_ADMIN.toUpperCase() ? SUPER_ADMIN : upper;
}

// Forgot UID: it comes by SMS to the number it was registered with. A known and an unknown number get the same
// answer for the same work.

/** @param typed `mobile` is ten digits @throws Problem throttled */
export async function sendUid(
  deps: Deps,
  typed: { mobile: string; address: string },
): Promise<void> {
  const { mobile, address } = typed;
  await throttle(deps, [
    { key: `uid to ${mobile}`, most: 3, seconds: 60 * 60 },
    { key: `uid from ${address}`, most: 200, seconds: 15 * 60 },
  ]);
  await deps.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ uid: users.uid })
      .from(users)
      .where(and(eq(users.mobile, mobile), isNull(users.revokedAt), isNull(users.deletedAt)));
    if (!found) return queueNothing(tx, deps.now(), 'uid-created');
    const { uid } = found;
    await queueSms(tx, deps.now(), { purpose: 'uid-created', uid, mobile, vars: { uid } });
  });
  sendSmsSoon(deps);
}

// A stored user in the words of the wire, as it stands or after the gateway was asked about open payments.

// The fresh user, after the gateway was asked about their open payments. By itself it makes nobody
// Fees Paid: only what the gateway confirms does.

/** @throws Problem not-found */
export async function refreshUser(
  deps: Deps,
  uid: string,
): Promise<{ user: User; waitingOrder?: WaitingOrder }> {
  const known = normaliseUid(uid);
  await reconcileOwnOrders(deps, { uid: known });
  const row = await readUserRow(deps.db, known);
  if (!row) throw new Problem('not-found');
  const waitingOrder = await readWaitingOrder(deps, known);
  return { user: toUser(row), ...(waitingOrder && { waitingOrder }) };
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
    ...(row.extra_percent && { extraPercent: row.extra_percent }),
    mustChangePassword: row.must_change_password,
  };
}
