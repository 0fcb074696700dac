// Finds the user for the name typed at sign-in: a uid, a mobile number or an email address. The three can't be confused: a
// uid has seven letters and digits, a mobile number ten digits, an email address an @.
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

/**
 * @returns a uid; for an unknown name, a text that is nobody's uid and the same however the name is written, so that
 * guesses at it can be counted
 */
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
 * Removes what people add to a uid: small letters, spaces between groups, the full stop after it in our SMS. SuperAdmin is
 * the only uid in mixed case.
 */
export function normaliseUid(typed: string): string {
  const upper = typed.replace(/[\s\p{Cf}.-]/gu, '').toUpperCase();
  return upper === SUPER_ADMIN.toUpperCase() ? SUPER_ADMIN : upper;
}

// Forgot UID: the uid is sent by SMS to the registered number. Known and unknown numbers get the same reply after the same
// work.

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

// The current user, after asking the gateway about their open payments. This by itself makes nobody Fees Paid: only a
// payment that the gateway confirms does.

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

/** Converts a stored user to the form that the API sends. */
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
