/**
 * Moves a candidate from one exam to another, for example to a second shift or after a wrong choice. It is only possible
 * before they have started. Their payment goes with them; if the other exam costs a different amount, the office must
 * state the exact difference, which is recorded. No money moves (decision 046).
 */
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { MoveRequest } from '#contract/desk/candidates.ts';
import type { Orm } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import { exams } from '#db/schema/exams.ts';
import { orders } from '#db/schema/money.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { preparedDevices, preparedPapers, sittings } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { normaliseUid } from '../auth/find-user.ts';
import { sendSmsSoon } from '../messages/sms-outbox.ts';
import { dropStartTexts, textStartTo } from '../messages/text-start.ts';
import { paidFor } from '../payments/pay-by-invoice.ts';
import { reconcileOpenOrders } from '../payments/reconcile-open.ts';
import { untilUnchanged } from '../sittings/try-again.ts';
import { requireActive } from './add-candidates.ts';
import { lockCandidate, movedMeanwhile } from './list-candidates.ts';

type Enrolment = typeof enrolments.$inferSelect;
type User = Awaited<ReturnType<typeof lockCandidate>>;

const refused = (field: string, message: string) =>
  new Problem('invalid', { sentence: message, fields: { [field]: message } });

/** @throws Problem not-found, changed-meanwhile (moved already), invalid (names what prevents the move), unavailable */
export async function moveEnrolment(
  deps: Deps,
  actor: string,
  uid: string,
  wanted: MoveRequest,
): Promise<void> {
  await reconcileOpenOrders(deps, { uid });
  const mayHaveBegun = await begunUnseen(deps, wanted.enrolment);
  await untilUnchanged(() =>
    deps.db.transaction(async (tx) => {
      const user = await lockWithOrders(tx, uid);
      if (!user) return null;
      await move(deps, tx, { actor, user, wanted, mayHaveBegun });
      return true;
    }),
  );
  if (wanted.tell) sendSmsSoon(deps);
}

/**
 * Locks in the same order as payments and refunds do: first the orders, then the person, then the enrolments.
 * @returns null when another order was created meanwhile
 */
async function lockWithOrders(tx: Orm, uid: string): Promise<User | null> {
  const theirs = () =>
    tx
      .select({ id: orders.orderId })
      .from(orders)
      .where(eq(orders.uid, normaliseUid(uid)))
      .orderBy(orders.orderId);
  const locked = await theirs().for('update');
  const user = await lockCandidate(tx, uid);
  // Creating an order locks the person, so from here on no more orders can appear.
  return (await theirs()).length === locked.length ? user : null;
}

interface Move {
  actor: string;
  user: User;
  wanted: MoveRequest;
  mayHaveBegun: boolean;
}

async function move(deps: Deps, tx: Orm, { actor, user, wanted, mayHaveBegun }: Move) {
  const mine = await tx.select().from(enrolments).where(eq(enrolments.uid, user.uid)).for('update');
  const from = mine.find(({ id }) => id === wanted.enrolment);
  if (!from) throw new Problem('not-found');
  if (wanted.from !== undefined && wanted.from !== from.examId) throw movedMeanwhile();
  const to = await requireActive(tx, wanted.examID);
  const standing = mine.find(({ examId }) => examId === to.id);
  await requireMovable(tx, from, standing);
  if (mayHaveBegun && !wanted.notSat)
    throw refused(
      'notSat',
      'A phone already has this paper and the exam has started, so the candidate may have taken it offline. Ask them, then confirm here.',
    );
  const money = await compareFees(tx, from, to.pricePaise, wanted.difference);
  const [old] = await tx.select({ name: exams.name }).from(exams).where(eq(exams.id, from.examId));
  if (standing) await giveUp(tx, standing, from);
  await forgetPapers(tx, from.id);
  // Room and check-in belong to the exam that the candidate leaves.
  await tx
    .update(enrolments)
    .set({ examId: to.id, room: '', checkedInAt: null, checkedInPhoto: null })
    .where(eq(enrolments.id, from.id));
  if (standing && user.currentEnrolmentId === standing.id)
    await tx.update(users).set({ currentEnrolmentId: from.id }).where(eq(users.uid, user.uid));
  await dropStartTexts(tx, from.examId, user.uid);
  if (wanted.tell) await textStartTo(deps, tx, to.id, user.uid);
  await recordAudit(tx, deps.now(), {
    actor,
    action: 'candidate.moved',
    subject: user.uid,
    detail: {
      from: old?.name ?? '',
      to: to.name,
      examId: to.id,
      reason: wanted.reason,
      ...money,
      ...(mayHaveBegun && { saysNotSat: true }),
      ...(wanted.tell && { texted: true }),
    },
  });
}

async function requireMovable(
  tx: Orm,
  from: Enrolment,
  standing: Enrolment | undefined,
): Promise<void> {
  if (standing?.id === from.id) throw refused('examID', 'This candidate is already in this exam.');
  if (standing && standing.status !== 'Registered')
    throw refused('examID', 'This candidate has already paid for that exam or taken it.');
  const [sat] = await tx
    .select({ id: sittings.id })
    .from(sittings)
    .where(eq(sittings.enrolmentId, from.id));
  if (sat || from.status === 'Completed')
    throw refused(
      'enrolment',
      'The candidate has already taken this exam, so you can’t move them. Allow another exam instead.',
    );
  if (from.status !== 'Registered') return;
  // A payment that failed can still succeed on the same page of the bank, and would then pay for the other exam.
  const [paying] = await tx
    .select({ id: orders.orderId })
    .from(orders)
    .where(
      and(
        eq(orders.enrolmentId, from.id),
        inArray(orders.state, ['pending', 'failed']),
        isNotNull(orders.nextCheckAt),
      ),
    );
  if (paying)
    throw refused(
      'enrolment',
      'A payment for this exam was started less than a week ago and may still come through, even if it failed at first. Let the candidate choose the other exam themselves, or wait until the week is over.',
    );
}

/** What the audit entry says about the fees, in paise; empty when the fees are the same, or nothing was paid. */
async function compareFees(
  tx: Orm,
  from: Enrolment,
  feePaise: number,
  difference: number | undefined,
): Promise<Record<string, number>> {
  if (from.status === 'Registered') return {};
  const paidPaise = (await paidFor(tx, [from.id])).get(from.id) ?? 0;
  const differencePaise = feePaise - paidPaise;
  if (differencePaise === 0) return {};
  if (difference === undefined || Math.round(difference * 100) !== differencePaise)
    throw refused(
      'difference',
      `They paid ${inRupees(paidPaise)}, but that exam costs ${inRupees(feePaise)}, ${inRupees(Math.abs(differencePaise))} ${differencePaise > 0 ? 'more' : 'less'}. Settle the difference, then confirm it here.`,
    );
  return { paidPaise, feePaise, differencePaise };
}

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const inRupees = (paise: number) => rupees.format(paise / 100);

/**
 * Removes the candidate's unpaid enrolment in the other exam, because the moved one takes its place. The orders of attempts
 * to pay for it go to the moved enrolment.
 */
async function giveUp(tx: Orm, standing: Enrolment, from: Enrolment): Promise<void> {
  await tx.update(orders).set({ enrolmentId: from.id }).where(eq(orders.enrolmentId, standing.id));
  await forgetPapers(tx, standing.id);
  await tx.delete(enrolments).where(eq(enrolments.id, standing.id));
}

/** Deletes the papers that were prepared for an enrolment and may be on the candidate's phones, sealed. */
async function forgetPapers(tx: Orm, enrolmentId: string): Promise<void> {
  const prepared = tx
    .select({ id: preparedPapers.sittingId })
    .from(preparedPapers)
    .where(eq(preparedPapers.enrolmentId, enrolmentId));
  await tx.delete(preparedDevices).where(inArray(preparedDevices.sittingId, prepared));
  await tx.delete(preparedPapers).where(eq(preparedPapers.enrolmentId, enrolmentId));
}

/** SQL: whether a phone may have begun unnoticed. With the sealed paper it needs only the key or a start code, no server. */
const BEGUN_UNSEEN = `select exists (
  select from prepared_papers p join prepared_devices d on d.sitting_id = p.sitting_id
  join exams e on e.id = p.exam_id
  where p.enrolment_id = $1 and (p.out_since is not null or e.starts_at <= ${instant('$2')} and (e.start = 'together'
    or exists (select from start_codes c where c.exam_id = e.id and c.released_at is not null)))) as may`;
const begunSchema = z.tuple([z.object({ may: z.boolean() })]);

async function begunUnseen(deps: Deps, enrolmentId: string): Promise<boolean> {
  const [{ may }] = begunSchema.parse(await deps.db.rows(BEGUN_UNSEEN, [enrolmentId, deps.now()]));
  return may;
}
