// Gives a paid order its tax invoice: numbered without a gap within the financial year (GST rule 46), one
// per order, frozen as it is on that day.
import { eq, sql } from 'drizzle-orm';
import { readSetting } from '#api/services/settings/settings.ts';
import type { Orm } from '#db/client.ts';
import { exams } from '#db/schema/exams.ts';
import { applications, invoiceCounters, invoices, type orders } from '#db/schema/money.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { financialYearOf, invoiceBody, invoiceNumber, type Sale } from './invoice-body.ts';

type PaidOrder = Pick<
  typeof orders.$inferSelect,
  'orderId' | 'amountPaise' | 'enrolmentId' | 'applicationId'
>;

/**
 * In the transaction that makes the order a success, as its last lock: who wants the next number waits
 * until this one is used or given back.
 */
export async function issueInvoice(tx: Orm, now: number, order: PaidOrder): Promise<void> {
  if (order.amountPaise === 0) return; // nothing was sold for money
  const { value: supplier } = await readSetting(tx, 'brand');
  const sale = { ...(await saleOf(tx, order)), totalPaise: order.amountPaise };
  const body = invoiceBody(supplier, sale);
  const financialYear = financialYearOf(now);
  const [counter] = await tx
    .insert(invoiceCounters)
    .values({ financialYear, last: 1 })
    .onConflictDoUpdate({
      target: invoiceCounters.financialYear,
      set: { last: sql`${invoiceCounters.last} + 1` },
    })
    .returning({ serial: invoiceCounters.last });
  if (!counter) throw new Error('The invoice counter gave no number');
  await tx.insert(invoices).values({
    orderId: order.orderId,
    financialYear,
    serial: counter.serial,
    number: invoiceNumber(financialYear, counter.serial),
    issuedAt: new Date(now),
    body,
  });
}

async function saleOf(tx: Orm, order: PaidOrder): Promise<Omit<Sale, 'totalPaise'>> {
  if (order.enrolmentId !== null) {
    const [bought] = await tx
      .select({ user: users, exam: exams.name })
      .from(enrolments)
      .innerJoin(users, eq(users.uid, enrolments.uid))
      .innerJoin(exams, eq(exams.id, enrolments.examId))
      .where(eq(enrolments.id, order.enrolmentId));
    if (bought) {
      const { fullName, address, city, state } = bought.user;
      return {
        recipient: { name: fullName, address: [address, city].filter(Boolean).join(', '), state },
        description: `Exam fee: ${bought.exam}`,
      };
    }
  }
  if (order.applicationId !== null) {
    const [application] = await tx
      .select()
      .from(applications)
      .where(eq(applications.id, order.applicationId));
    if (application)
      return {
        recipient: { name: application.name, address: '', state: '' },
        description: `Course application: ${application.course}`,
      };
  }
  throw new Error(`Order ${order.orderId} pays for nothing`);
}
