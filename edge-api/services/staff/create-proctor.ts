// A new proctor: the server gives the uid, the first password works once, and nobody knows another.

import { unusableHash } from '#api/services/auth/passwords.ts';
import type { NewProctor, ProctorPassword } from '#contract/desk/staff.ts';
import { users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { queueSms } from '../messages/queue-sms.ts';
import { sendSmsSoon } from '../messages/send-due-sms.ts';
import { newUid } from '../new-id.ts';
import { ifFree, refuseTaken, withNewUids } from '../users/refuse-taken.ts';
import { givePassword, preparePassword } from './give-password.ts';

/** @throws Problem email-taken, mobile-taken */
export async function createProctor(
  deps: Deps,
  actor: string,
  form: NewProctor,
): Promise<ProctorPassword> {
  const email = form.email?.toLowerCase();
  return ifFree(
    () => refuseTaken(deps.db.orm, { mobile: form.mobile, email }, 'administrator'),
    () => withNewUids(() => store(deps, actor, { ...form, email }, newUid())),
  );
}

async function store(
  deps: Deps,
  actor: string,
  form: NewProctor,
  uid: string,
): Promise<ProctorPassword> {
  const passwordHash = await unusableHash();
  const prepared = await preparePassword(deps.now());
  await deps.db.transaction(async (tx) => {
    await tx.insert(users).values({
      uid,
      role: 'proctor',
      fullName: form.fullName,
      mobile: form.mobile,
      email: form.email,
      passwordHash,
      createdAt: new Date(deps.now()),
    });
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'proctor.created',
      subject: uid,
      detail: { fullName: form.fullName },
    });
    const told = { uid, mobile: form.mobile };
    await queueSms(tx, deps.now(), { purpose: 'uid-created', ...told, vars: { uid } });
    await givePassword(tx, deps.now(), { uid, mobile: form.mobile }, prepared);
  });
  sendSmsSoon(deps);
  return { uid, password: prepared.password, validUntil: prepared.expiresAt.toISOString() };
}
