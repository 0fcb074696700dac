/**
 * Deleting an account: what names the person is wiped at once, and they can register anew with the same e-mail
 * and number. The row stays as `Deleted user`, so that invoices, results and the audit log still add up; what
 * is kept, how long and why is in decision 020.
 */

import { eq } from 'drizzle-orm';
import { checkPassword, unusableHash } from '#api/services/auth/passwords.ts';
import type { Caller } from '#api/services/auth/sessions.ts';
import { DELETED_USER } from '#contract/site/account.ts';
import { files } from '#db/schema/exams.ts';
import { enrolments, sessions, users } from '#db/schema/people.ts';
import { smsOutbox } from '#db/schema/records.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { endsSessions } from '../auth/sessions.ts';
import { forgetPlaces } from '../auth/signed-in-before.ts';
import { reconcileOpenOrders } from '../payments/reconcile-open.ts';
import { legalHolds } from './legal-holds.ts';
import { sweepPhotos } from './sweep-photos.ts';

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
