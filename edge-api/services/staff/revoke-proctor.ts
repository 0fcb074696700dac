// Takes a proctor's access away at once, and gives it back. What they did stays under their name.

import { and, eq } from 'drizzle-orm';
import type { Proctor } from '#contract/desk/staff.ts';
import { sessions, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { endsSessions } from '../auth/sessions.ts';
import { forgetPlaces } from '../auth/signed-in-before.ts';
import { noteRights } from '../hall/changes.ts';
import { readProctor } from './list-proctors.ts';

/** Doing it twice is doing it once. @throws Problem not-found */
export async function setRevoked(
  deps: Deps,
  actor: string,
  uid: string,
  revoked: boolean,
): Promise<Proctor> {
  const changed = await deps.db.transaction(async (tx) => {
    const [before] = await tx
      .select({ revokedAt: users.revokedAt })
      .from(users)
      .where(and(eq(users.uid, uid), eq(users.role, 'proctor')))
      .for('update');
    if (!before) throw new Problem('not-found');
    if ((before.revokedAt !== null) !== revoked) {
      await tx
        .update(users)
        // A one-time password given before must not open the account once it is restored.
        .set({
          revokedAt: revoked ? new Date(deps.now()) : null,
          otpHash: null,
          otpExpiresAt: null,
          ...endsSessions,
        })
        .where(eq(users.uid, uid));
      await tx.delete(sessions).where(eq(sessions.uid, uid));
      await forgetPlaces(tx, uid);
      await recordAudit(tx, deps.now(), {
        actor,
        action: revoked ? 'proctor.revoked' : 'proctor.restored',
        subject: uid,
      });
    }
    const proctor = await readProctor(tx, uid);
    if (!proctor) throw new Error('A proctor vanished within a transaction');
    return proctor;
  });
  noteRights(deps.db, uid);
  return changed;
}
