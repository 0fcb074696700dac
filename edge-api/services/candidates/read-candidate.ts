// Everything about one candidate, for a page of the desk.
import { asc, desc, eq, inArray } from 'drizzle-orm';
import type { Candidate } from '#contract/desk/candidates.ts';
import { TOTAL } from '#contract/wire/results.ts';
import type { Database, Orm } from '#db/client.ts';
import { readCurrentEnrolment } from '#db/queries/users.ts';
import { exams } from '#db/schema/exams.ts';
import { enrolments, sessions, signedInBefore } from '#db/schema/people.ts';
import { smsOutbox } from '#db/schema/records.ts';
import { results, sittingDevices, sittings } from '#db/schema/sittings.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { heldDetails } from '../account/own-account.ts';
import { listActivityAbout } from '../activity/list-activity.ts';
import { DAYS_KEPT } from '../auth/guess-limits.ts';
import { publishedPlaces } from '../merit/places.ts';
import { ordersOfCandidate } from '../payments/desk-orders.ts';
import { paidFor } from '../payments/pay-by-invoice.ts';
import { findCandidate, versionOf } from './list-candidates.ts';

const DAY_MS = 24 * 60 * 60_000;
const MOST_ACTS = 100;
const MOST_MESSAGES = 100;

/** @throws Problem not-found */
export async function readCandidate(
  deps: Pick<Deps, 'db' | 'now'>,
  uid: string,
): Promise<Candidate> {
  const { orm } = deps.db;
  const user = await findCandidate(orm, uid);
  const bought = await ordersOf(deps.db, user.uid);
  const { sat, examIds } = await sittingsOf(deps.db, user.uid);
  const waits = user.otpHash !== null && (user.otpExpiresAt?.getTime() ?? 0) > deps.now();
  const about = [user.uid, ...bought.map(({ order_id }) => order_id), ...sat.map(({ id }) => id)];
  return {
    ...heldDetails(user),
    blockedAt: user.blockedAt?.toISOString() ?? null,
    note: user.note,
    version: versionOf(user),
    oneTimePasswordUntil: waits ? (user.otpExpiresAt?.toISOString() ?? null) : null,
    sessions: await orm.$count(sessions, eq(sessions.uid, user.uid)),
    enrolments: await enrolmentsOf(deps.db, user.uid),
    orders: bought,
    sittings: sat,
    places: await placesOf(orm, user.uid),
    messages: await messagesTo(orm, user.uid),
    activity: await listActivityAbout(orm, about, examIds, MOST_ACTS),
  };
}

async function enrolmentsOf(db: Database, uid: string): Promise<Candidate['enrolments']> {
  const { orm } = db;
  const current = await readCurrentEnrolment(db, uid);
  const rows = await orm
    .select({ enrolment: enrolments, exam: exams, sitting: sittings.id })
    .from(enrolments)
    .innerJoin(exams, eq(exams.id, enrolments.examId))
    .leftJoin(sittings, eq(sittings.enrolmentId, enrolments.id))
    .where(eq(enrolments.uid, uid))
    .orderBy(desc(enrolments.createdAt), asc(enrolments.id));
  const paid = await paidFor(
    orm,
    rows.map(({ enrolment }) => enrolment.id),
  );
  return rows.map(({ enrolment, exam, sitting }) => ({
    id: enrolment.id,
    examId: exam.id,
    exam: exam.name,
    startsAt: exam.startsAt.toISOString(),
    fee: exam.pricePaise / 100,
    paid: (paid.get(enrolment.id) ?? 0) / 100,
    status: enrolment.status,
    current: enrolment.id === current,
    sat: sitting !== null,
    transaction: enrolment.txnId,
    room: enrolment.room,
    appliedAt: enrolment.createdAt.toISOString(),
    paidAt: enrolment.paidAt?.toISOString() ?? null,
    completedAt: enrolment.completedAt?.toISOString() ?? null,
  }));
}

async function ordersOf(db: Database, uid: string): Promise<Candidate['orders']> {
  const bought = await ordersOfCandidate(db, uid);
  return bought.map((order) => ({
    order_id: order.order_id,
    exam: order.item,
    amount: order.amount,
    refunded: order.refunded,
    status: order.status,
    transaction: order.transaction,
    invoice: order.invoice,
    officeInvoice: order.officeInvoice,
    createdAt: order.createdAt,
  }));
}

async function sittingsOf(
  db: Database,
  uid: string,
): Promise<{ sat: Candidate['sittings']; examIds: string[] }> {
  const { orm } = db;
  const rows = await orm
    .select({ sitting: sittings, exam: exams.name, result: results })
    .from(sittings)
    .innerJoin(exams, eq(exams.id, sittings.examId))
    .leftJoin(results, eq(results.sittingId, sittings.id))
    .where(eq(sittings.uid, uid))
    .orderBy(desc(sittings.startedAt), asc(sittings.id));
  const ids = rows.map(({ sitting }) => sitting.id);
  const devices = await orm
    .select()
    .from(sittingDevices)
    .where(inArray(sittingDevices.sittingId, ids))
    .orderBy(asc(sittingDevices.epoch));
  const places = await publishedPlaces(db, uid);
  const scored = rows.map(({ result, ...row }) => ({
    ...row,
    provisional: result?.provisional ?? false,
    list: result && toScoreList(result.sections, result.documents),
  }));
  const sat = scored.map(({ sitting, exam, list, provisional }) => ({
    id: sitting.id,
    exam,
    state: sitting.state,
    startedAt: sitting.startedAt.toISOString(),
    deadline: sitting.deadlineAt.toISOString(),
    closedAt: sitting.closedAt?.toISOString() ?? null,
    answered: sitting.answered,
    total: list && totalOf(list),
    sections: list ? sectionsOf(list) : [],
    provisional,
    merit: places.get(sitting.examId) ?? null,
    receipt: sitting.receipt?.code ?? null,
    cell: sitting.cell,
    devices: devices
      .filter(({ sittingId }) => sittingId === sitting.id)
      .map(({ deviceId, openedAt }) => ({
        device: deviceId,
        openedAt: openedAt.toISOString(),
      })),
  }));
  return { sat, examIds: scored.map(({ sitting }) => sitting.examId) };
}

function totalOf(list: ReturnType<typeof toScoreList>): number | null {
  return list.find((entry) => Object.hasOwn(entry, TOTAL))?.[TOTAL] ?? null;
}

const sectionsOf = (list: ReturnType<typeof toScoreList>) =>
  list
    .flatMap((entry) => Object.entries(entry))
    .filter(([name]) => name !== TOTAL)
    .map(([name, marks]) => ({ name, marks }));

/** Characters of a device's or address's mark, enough to tell it from the person's other marks. */
const MARK_SHOWN = 8;

async function placesOf(orm: Orm, uid: string): Promise<Candidate['places']> {
  const rows = await orm
    .select()
    .from(signedInBefore)
    .where(eq(signedInBefore.uid, uid))
    .orderBy(asc(signedInBefore.kind), asc(signedInBefore.mark));
  return rows
    .map(({ kind, mark, expiresAt }) => ({
      kind,
      mark: mark.slice(0, MARK_SHOWN),
      lastSignInAt: new Date(expiresAt.getTime() - DAYS_KEPT[kind] * DAY_MS).toISOString(),
    }))
    .sort((a, b) => b.lastSignInAt.localeCompare(a.lastSignInAt));
}

async function messagesTo(orm: Orm, uid: string): Promise<Candidate['messages']> {
  const rows = await orm
    .select()
    .from(smsOutbox)
    .where(eq(smsOutbox.uid, uid))
    .orderBy(desc(smsOutbox.createdAt), asc(smsOutbox.id))
    .limit(MOST_MESSAGES);
  return rows.map(({ purpose, state, error, createdAt, sentAt }) => ({
    purpose,
    state,
    error,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }));
}
