/**
 * Everything we store about one person, for them to download (DPDP: right of access). It contains no question, no
 * correct answer and no provisional score, which nobody may know yet [AT11]. What visitors wrote to the office is left
 * out, because an address that someone typed there doesn't prove who they are.
 */
import { asc, desc, eq, or } from 'drizzle-orm';
import type { Account } from '#contract/site/account.ts';
import type { Orm } from '#db/client.ts';
import { files } from '#db/schema/exams.ts';
import { invoices, orders, refunds } from '#db/schema/money.ts';
import { enrolments } from '#db/schema/people.ts';
import { auditLog, smsOutbox } from '#db/schema/records.ts';
import { results, sittings } from '#db/schema/sittings.ts';
import { project } from '#machines/sitting/rules.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { readRevisions } from '../questions/revisions.ts';
import { readWhole } from '../sittings/read-sitting.ts';
import { itemsOf, timesOf } from '../sittings/settle.ts';
import { throttle } from '../throttle/throttle.ts';
import { readAccount } from './own-account.ts';
import { readPhotoOf } from './own-photo.ts';

/** The audit log of one person is short; this limit only bounds the reply. */
const MOST_ACTS = 5_000;

/** @returns plain data, amounts in paise, instants in UTC. @throws Problem throttled, not-found */
export async function readData(
  deps: Pick<Deps, 'db' | 'now' | 'files'>,
  uid: string,
): Promise<Record<string, unknown>> {
  await throttle(deps, [{ key: `data of ${uid}`, most: 10, seconds: 60 * 60 }]);
  const { orm } = deps.db;
  const { exams, consents, holds: _, version: __, ...profile } = await readAccount(deps, uid);
  const data = {
    writtenAt: new Date(deps.now()),
    profile,
    consents,
    exams,
    agreements: await agreementsOf(orm, uid),
    orders: await ordersOf(orm, uid),
    sittings: await sittingsOf(deps, uid, exams),
    files: await filesOf(orm, uid),
    photo: await readPhotoOf(deps, uid),
    messages: await messagesTo(orm, uid),
    activity: await activityOf(orm, uid),
  };
  await recordAudit(orm, deps.now(), { actor: uid, action: 'account.downloaded', subject: uid });
  return data;
}

/** The person's rooms, and the accommodations agreed with them. */
async function agreementsOf(orm: Orm, uid: string) {
  const rows = await orm
    .select()
    .from(enrolments)
    .where(eq(enrolments.uid, uid))
    .orderBy(asc(enrolments.createdAt), asc(enrolments.id));
  return rows.map((row) => ({
    enrolmentId: row.id,
    room: row.room,
    extraPercent: row.extraPercent,
    largerText: row.largerText,
    reader: row.reader,
    note: row.accommodationNote,
    category: row.category,
    checkedInAt: row.checkedInAt,
  }));
}

async function ordersOf(orm: Orm, uid: string) {
  const rows = await orm
    .select({ order: orders, invoice: invoices })
    .from(orders)
    .leftJoin(invoices, eq(invoices.orderId, orders.orderId))
    .where(eq(orders.uid, uid))
    .orderBy(asc(orders.createdAt), asc(orders.orderId));
  const back = await orm
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(orders, eq(orders.orderId, refunds.orderId))
    .where(eq(orders.uid, uid))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  return rows.map(({ order, invoice }) => ({
    orderId: order.orderId,
    amountPaise: order.amountPaise,
    state: order.state,
    transaction: order.gatewayTxnId,
    createdAt: order.createdAt,
    settledAt: order.settledAt,
    receipt: invoice && {
      number: invoice.number,
      issuedAt: invoice.issuedAt,
      ...invoice.body,
    },
    refunds: back
      .filter(({ refund }) => refund.orderId === order.orderId)
      .map(({ refund: { amountPaise, state, createdAt, settledAt } }) => ({
        amountPaise,
        state,
        createdAt,
        settledAt,
      })),
  }));
}

/** Sittings with the answers that count, each by the question's place in the paper. */
async function sittingsOf(deps: Pick<Deps, 'db'>, uid: string, exams: Account['exams']) {
  const rows = await deps.db.orm
    .select({ sitting: sittings, result: results })
    .from(sittings)
    .leftJoin(results, eq(results.sittingId, sittings.id))
    .where(eq(sittings.uid, uid))
    .orderBy(desc(sittings.startedAt), asc(sittings.id));
  const list = [];
  for (const { sitting, result } of rows)
    list.push({
      exam: exams.find(({ enrolmentId }) => enrolmentId === sitting.enrolmentId)?.name,
      state: sitting.state,
      startedAt: sitting.startedAt,
      endedAt: sitting.closedAt,
      receipt: sitting.receipt,
      score: result && !result.provisional ? toScoreList(result.sections, result.documents) : null,
      answers: await answersIn(deps, sitting.id),
    });
  return list;
}

async function answersIn({ db }: Pick<Deps, 'db'>, sittingId: string) {
  const sitting = await readWhole(db, { sittingId });
  if (!sitting) return [];
  const { answers } = project(sitting.log, sitting.submissions, timesOf(sitting));
  const revisions = await readRevisions(db, itemsOf(sitting));
  return sitting.sections.flatMap(({ name, items }) =>
    items.map((id, place) => ({
      section: name,
      question: place + 1,
      answer: answers.get(revisions.get(id)?.qid ?? '') || null,
    })),
  );
}

function filesOf(orm: Orm, uid: string) {
  return orm
    .select({
      name: files.name,
      mediaType: files.mediaType,
      bytes: files.bytes,
      receivedAt: files.createdAt,
    })
    .from(files)
    .where(eq(files.uid, uid))
    .orderBy(asc(files.createdAt), asc(files.id));
}

/** Messages of the last thirty days, without their text, which is wiped once they are sent. */
function messagesTo(orm: Orm, uid: string) {
  return orm
    .select({ purpose: smsOutbox.purpose, state: smsOutbox.state, createdAt: smsOutbox.createdAt })
    .from(smsOutbox)
    .where(eq(smsOutbox.uid, uid))
    .orderBy(asc(smsOutbox.createdAt), asc(smsOutbox.id));
}

/** What was done, when and by whom. Details are left out, because they may be about other people. */
function activityOf(orm: Orm, uid: string) {
  return orm
    .select({ at: auditLog.at, action: auditLog.action, by: auditLog.actor })
    .from(auditLog)
    .where(or(eq(auditLog.actor, uid), eq(auditLog.subject, uid)))
    .orderBy(desc(auditLog.id))
    .limit(MOST_ACTS);
}
