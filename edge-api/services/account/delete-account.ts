/**
 * Deleting an account: what names the person is wiped at once, and they can register anew with the same e-mail
 * and number. The row stays as `Deleted user`, so that invoices, results and the audit log still add up; what
 * is kept, how long and why is in decision 020.
 */
import { eq, inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import { checkPassword, unusableHash } from '#api/services/auth/passwords.ts';
import { type Caller, endsSessions } from '#api/services/auth/sessions.ts';
import { DELETED_USER } from '#contract/site/account.ts';
import { instant } from '#db/instants.ts';
import { files } from '#db/schema/exams.ts';
import { enrolments, sessions, users } from '#db/schema/people.ts';
import { smsOutbox } from '#db/schema/records.ts';
import { sittingDocuments } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { forgetPlaces } from '../auth/signed-in-before.ts';
import { reconcileOpenOrders } from '../payments/reconcile-open.ts';
import { legalHolds } from './legal-holds.ts';
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
    // Whoever starts a payment for this candidate or lets them into an exam waits for this lock too.
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
    // It may tell of somebody's health or descent.
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
    // People call a photo of a page by their own name.
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

// The last of a deleted account: photographed pages are in the person's own hand, so they go once the year is
// over for which data and logs must be kept (DPDP rule 8(3)). Their marks stay, without a name.

const BATCH = 100;
const dueSchema = z.array(z.object({ id: z.string(), uid: z.string() }));

const DUE = `select f.id, f.uid from files f join users u on u.uid = f.uid
  where f.kind = 'document' and u.deleted_at < ${instant('$1')} - interval '1 year'
  order by f.uid, f.id limit ${BATCH}`;

/** Safe in any number of processes: what one of them has erased, the next finds gone. */
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
