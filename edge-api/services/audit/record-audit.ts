// The audit log: who did what to what. Written in the transaction of the act itself, so that neither is
// there without the other.
import type { ActivityAction } from '#contract/desk/activity.ts';
import type { Orm } from '#db/client.ts';
import { auditLog } from '#db/schema/records.ts';

export type AuditEntry = {
  /** The uid of who acted, or `server`. */
  actor: string;
  /** Noun and verb; Activity names and filters by these. */
  action: ActivityAction;
  /** The id acted on. */
  subject: string;
  /** What a reader needs to understand it; never a password, a token or a correct answer. */
  detail?: Record<string, unknown>;
};

export async function recordAudit(tx: Orm, now: number, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({ ...entry, at: new Date(now) });
}
