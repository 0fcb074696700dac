/**
 * Deletes an account: everything that names the person is wiped at once, and they can register again with the same email
 * address and mobile number. The row stays as `Deleted user`, so that invoices, results and the audit log still add up.
 * What is kept, how long and why is in decision 020.
 */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { checkPassword, unusableHash } from '#api/services/auth/passwords.ts';
import { type Caller, endsSessions } from '#api/services/auth/sessions.ts';
import { DELETED_USER } from '#contract/site/account.ts';
import type { Orm } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import { files } from '#db/schema/exams.ts';
import { enrolments, sessions, users } from '#db/schema/people.ts';
import { smsOutbox } from '#db/schema/records.ts';
import { sittingDocuments } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { forgetPlaces } from '../auth/guess-limits.ts';
import { reconcileOpenOrders } from '../payments/reconcile-open.ts';
import { sweepPhotos } from './own-photo.ts';

/** @throws Problem invalid (password), account-held with the reasons, throttled */
export async function deleteAccount(
  deps: Deps,
  caller: Pick<Caller, 'uid' | 'tokenHash'>,
  password: string,
): Promise<void> {
  const { uid } = caller;
  await checkPassword(deps, caller, password);
  await reconcileOpenOrders(deps, { uid });
  const passwordHash = await unusableHash();
  await deps.db.transaction(async (tx) => {
    // Requests that start a payment for this candidate or admit them to an exam wait for the same lock.
    const [user] = await tx.select().from(users).where(eq(users.uid, uid)).for('update');
    if (!user || user.deletedAt) throw new Problem('signed-out');
    const holds = await legalHolds(tx, uid, deps.now());
    if (holds.length > 0) throw new Problem('account-held', { sentence: holds.join(' ') });
    await tx
      .update(users)
      .set({
        fullName: DELETED_USER,
        email: null,
        mobile: null,
        passwordHash,
        otpHash: null,
        otpExpiresAt: null,
        mustChangePassword: false,
        dateOfBirth: null,
        address: '',
        city: '',
        state: '',
        education: {},
        workExp: '',
        note: '',
        photoFileId: null,
        photoRefused: false,
        deletedAt: new Date(deps.now()),
        ...endsSessions,
      })
      .where(eq(users.uid, uid));
    // Accommodations and category may reveal a person's health or descent.
    await tx
      .update(enrolments)
      .set({
        accommodationNote: '',
        extraPercent: 0,
        largerText: false,
        reader: false,
        category: '',
      })
      .where(eq(enrolments.uid, uid));
    await tx.delete(sessions).where(eq(sessions.uid, uid));
    await forgetPlaces(tx, uid);
    // People put their own name into the file name of a photographed page.
    await tx.update(files).set({ name: 'page' }).where(eq(files.uid, uid));
    if (user.mobile)
      await tx
        .update(smsOutbox)
        .set({ state: 'failed', error: 'account deleted', mobile: '', vars: {}, nextTryAt: null })
        .where(eq(smsOutbox.mobile, user.mobile));
    await recordAudit(tx, deps.now(), { actor: uid, action: 'account.deleted', subject: uid });
  });
  deps.background.start('erase a photograph', () => sweepPhotos(deps, uid));
}

// The last step of deleting an account. Photographed pages show the person's handwriting, so they are erased after the
// one year for which data and logs must be kept (DPDP rule 8(3)). Their marks stay, without a name.

const BATCH = 100;
const dueSchema = z.array(z.object({ id: z.string(), uid: z.string() }));

const DUE = `select f.id, f.uid from files f join users u on u.uid = f.uid
  where f.kind = 'document' and u.deleted_at < ${instant('$1')} - interval '1 year'
  order by f.uid, f.id limit ${BATCH}`;

/** Any number of processes may run this at once: what one of them has erased, another no longer finds. */
export async function purgeDeleted(deps: Pick<Deps, 'db' | 'now' | 'files'>): Promise<void> {
  for (;;) {
    const due = dueSchema.parse(await deps.db.rows(DUE, [deps.now()]));
    if (due.length === 0) return;
    for (const { id } of due) await deps.files.remove(id);
    await deps.db.transaction(async (tx) => {
      const ids = due.map(({ id }) => id);
      await tx.delete(sittingDocuments).where(inArray(sittingDocuments.fileId, ids));
      const gone = await tx
        .delete(files)
        .where(inArray(files.id, ids))
        .returning({ uid: files.uid });
      for (const uid of new Set(gone.map(({ uid }) => uid ?? '')))
        await recordAudit(tx, deps.now(), {
          actor: 'server',
          action: 'account.purged',
          subject: uid,
          detail: { pages: gone.filter((file) => file.uid === uid).length },
        });
    });
  }
}

// What prevents deleting an account now: open payments or answers that would be lost with the person they belong to
// (decision 020).

/** Answers that a phone still hasn't sent prevent deletion no longer than this. */
const UNSENT_ANSWERS_DAYS = 30;

const sentences = {
  paid: 'You’ve paid for an exam you haven’t taken yet. Take the exam, or ask the office for a refund.',
  sitting: 'Your exam is under way. Finish and submit it first.',
  unsent:
    'Your exam has ended, but we haven’t received your submission yet. Connect the phone you used to the internet and open the exam on it.',
  held: 'Some of your answers reached us late, and the office hasn’t decided yet whether they count.',
  unmarked: 'The pages you submitted haven’t been marked yet.',
  payment: 'One of your payments is still being processed.',
  refund: 'Your refund is still being processed.',
} as const;
type Hold = keyof typeof sentences;
const holds = ['paid', 'sitting', 'unsent', 'held', 'unmarked', 'payment', 'refund'] as const;

/** SQL: the paise of order `o` that were refunded successfully. */
const SENT_BACK = sql.raw(`(select coalesce(sum(r.amount_paise), 0) from refunds r
  where r.order_id = o.order_id and r.state = 'success')`);

/**
 * Why the account can't be deleted now. Before deleting, call it in the same transaction with the user's row locked, so
 * that no new order or enrolment can appear.
 * @returns one sentence per reason, for the person; empty when nothing prevents the deletion
 */
export async function legalHolds(orm: Orm, uid: string, now: number): Promise<string[]> {
  const unsentSince = new Date(now - UNSENT_ANSWERS_DAYS * 24 * 60 * 60_000).toISOString();
  const stands: Record<Hold, SQL<boolean>> = {
    paid: sql<boolean>`exists (select 1 from enrolments n
      where n.uid = ${uid} and n.status = 'Fees Paid'
        and not exists (select 1 from sittings s where s.enrolment_id = n.id)
        and not exists (select 1 from orders o where o.enrolment_id = n.id
          and (o.state = 'refunded' or o.office_invoice is not null or o.state = 'success' and o.amount_paise <= ${SENT_BACK})))`,
    sitting: sql<boolean>`exists (select 1 from sittings where uid = ${uid} and state = 'open')`,
    unsent: sql<boolean>`exists (select 1 from sittings s join results r on r.sitting_id = s.id
      where s.uid = ${uid} and s.state = 'closed' and r.provisional
        and s.closed_at > ${unsentSince}::timestamptz)`,
    held: sql<boolean>`exists (select 1 from sittings where uid = ${uid} and held_events > 0)`,
    unmarked: sql<boolean>`exists (select 1 from sittings s join results r on r.sitting_id = s.id
      where s.uid = ${uid} and r.documents is null
        and exists (select 1 from sitting_documents d where d.sitting_id = s.id))`,
    payment: sql<boolean>`exists (select 1 from orders o where o.uid = ${uid}
      and (o.state = 'pending' or o.state = 'failed' and o.next_check_at is not null
        or o.state = 'review' and o.amount_paise > ${SENT_BACK}))`,
    refund: sql<boolean>`exists (select 1 from refunds r join orders o on o.order_id = r.order_id
      where o.uid = ${uid} and r.state in ('pending', 'review'))`,
  };
  const [found] = await orm.select(stands).from(users).where(eq(users.uid, uid));
  return holds.filter((hold) => found?.[hold]).map((hold) => sentences[hold]);
}
