// The audit log: who did what to what. Call `recordAudit` in the transaction of the act itself, so that neither exists
// without the other.
import type { ActivityAction } from '#contract/desk/activity.ts';
import type { Orm } from '#db/client.ts';
import { auditLog } from '#db/schema/records.ts';

export type AuditEntry = {
  /** The uid of the person who acted, or `server`. */
  actor: string;
  /** Noun and verb. The Activity screen shows a name for each action and filters by it. */
  action: ActivityAction;
  /** The id of what was acted on. */
  subject: string;
  /** What a reader needs to understand the entry. Never a password, a token or a correct answer. */
  detail?: Record<string, unknown>;
};

export async function recordAudit(tx: Orm, now: number, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({ ...entry, at: new Date(now) });
}
