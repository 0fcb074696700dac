// The office's word on an enquiry: its state and a note. Somebody else's change meanwhile is never overwritten.
import { eq } from 'drizzle-orm';
import type { Enquiry, EnquiryChange } from '#contract/site/enquiries.ts';
import { enquiries } from '#db/schema/records.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { toEnquiry } from './list-enquiries.ts';

/** @throws Problem not-found, changed-meanwhile */
export async function changeEnquiry(
  deps: Deps,
  actor: string,
  id: string,
  { state, note, version }: EnquiryChange,
): Promise<Enquiry> {
  return deps.db.transaction(async (tx) => {
    const [standing] = await tx.select().from(enquiries).where(eq(enquiries.id, id)).for('update');
    if (!standing) throw new Problem('not-found');
    if (standing.version !== version) throw new Problem('changed-meanwhile');
    if (standing.state === state && standing.note === note) return toEnquiry(standing);
    const [changed] = await tx
      .update(enquiries)
      .set({ state, note, version: version + 1 })
      .where(eq(enquiries.id, id))
      .returning();
    if (!changed) throw new Error(`Enquiry ${id} was not written`);
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'enquiry.changed',
      subject: id,
      detail: { kind: standing.kind, from: standing.state, to: state, note },
    });
    return toEnquiry(changed);
  });
}
