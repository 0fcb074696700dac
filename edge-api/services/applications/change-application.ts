// What the office has done about an application: its state and a note of its own.
import { and, eq } from 'drizzle-orm';
import type { ApplicationChange, DeskApplication } from '#contract/desk/application-desk.ts';
import { applications } from '#db/schema/money.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findApplication } from './desk-applications.ts';

/** @throws Problem not-found, changed-meanwhile */
export async function changeApplication(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: string,
  id: string,
  { version, state, note }: ApplicationChange,
): Promise<DeskApplication> {
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(applications).where(eq(applications.id, id));
    if (!before) throw new Problem('not-found');
    const changed = await tx
      .update(applications)
      .set({ state, note, version: version + 1 })
      .where(and(eq(applications.id, id), eq(applications.version, version)))
      .returning({ id: applications.id });
    if (changed.length === 0) throw new Problem('changed-meanwhile');
    await recordAudit(tx, now(), {
      actor,
      action: 'application.changed',
      subject: id,
      detail: { was: { state: before.state, note: before.note }, state, note },
    });
  });
  const after = await findApplication(db, id);
  if (!after) throw new Problem('not-found');
  return after;
}
