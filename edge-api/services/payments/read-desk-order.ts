// One order in full, for the office: who, what, where the money is, and everything that happened.
import { asc, eq } from 'drizzle-orm';
import type { DeskOrderDetail } from '#contract/desk/payment-desk.ts';
import { orders } from '#db/schema/money.ts';
import { enrolments } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { findDeskOrder } from './desk-rows.ts';
import { refundsOf } from './refund-rows.ts';

/** @throws Problem not-found */
export async function readDeskOrder(
  { db }: Pick<Deps, 'db'>,
  orderId: string,
): Promise<DeskOrderDetail> {
  const order = await findDeskOrder(db, orderId);
  if (!order) throw new Problem('not-found');
  const [more] = await db.orm
    .select({ nextCheckAt: orders.nextCheckAt, enrolment: enrolments.status })
    .from(orders)
    .leftJoin(enrolments, eq(enrolments.id, orders.enrolmentId))
    .where(eq(orders.orderId, orderId));
  const history = await db.orm
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, orderId))
    .orderBy(asc(auditLog.id));
  const refunds = await refundsOf(db.orm, orderId);
  return {
    ...order,
    nextCheckAt: more?.nextCheckAt?.toISOString() ?? null,
    enrolment: more?.enrolment ?? null,
    refunds: refunds.map(({ id, amountPaise, state, createdAt, settledAt, ...rest }) => ({
      id,
      amount: amountPaise / 100,
      status: state,
      reason: rest.reason,
      requestedBy: rest.requestedBy,
      gatewayReason: rest.gatewayReason,
      at: createdAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    })),
    history: history.map(({ at, actor, action, detail }) => ({
      at: at.toISOString(),
      actor,
      action,
      detail,
    })),
  };
}
