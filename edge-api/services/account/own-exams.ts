// The exams that a candidate applied for, paid and sat, as their account page shows them, and which one comes next.
import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { toUser } from '#api/services/auth/find-user.ts';
import type { OwnExam } from '#contract/site/account.ts';
import { examStarts } from '#contract/wire/exams.ts';
import { statuses, type User } from '#contract/wire/users.ts';
import { millis } from '#db/instants.ts';
import { TIME_ACTS, timeActsSchema } from '#db/queries/time-acts.ts';
import { readUserRow } from '#db/queries/users.ts';
import { enrolments, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { refundLinesOf } from '../payments/refund-rows.ts';
import { timesFromStart } from '../sittings/door.ts';
import { throttle } from '../throttle/throttle.ts';

const ownExamsSchema = z.array(
  z.object({
    id: z.string(),
    exam_id: z.string(),
    name: z.string(),
    room: z.string(),
    starts: z.number(),
    status: z.enum(statuses),
    applied: z.number(),
    completed: z.nullable(z.number()),
    code: z.nullable(z.string()),
    received: z.nullable(z.string()),
    order_id: z.nullable(z.string()),
    paid: z.nullable(z.number()),
    active: z.boolean(),
    start: z.enum(examStarts),
    duration_minutes: z.int(),
    extra_percent: z.int(),
    acts: timeActsSchema,
    begun: z.boolean(),
    deadline: z.nullable(z.number()), // like `paused`, of the sitting if there is one
    paused: z.boolean(),
  }),
);
type OwnExamRow = z.infer<typeof ownExamsSchema>[number];

const OWN_EXAMS = `select n.id, n.exam_id, e.name, n.room, n.status, s.receipt->>'code' as code, s.receipt->>'receivedAt' as received,
    ${millis('e.starts_at')} as starts,
    ${millis('n.created_at')} as applied,
    ${millis('n.completed_at')} as completed,
    o.order_id, o.amount_paise / 100.0::float8 as paid,
    e.status = 'Active' and e.hidden_at is null as active, e.start, e.duration_minutes, n.extra_percent,
    ${TIME_ACTS('n.exam_id', 'n.id')} as acts,
    coalesce(s.state = 'open', false) as begun, ${millis('s.deadline_at')} as deadline, s.paused_at is not null as paused
  from enrolments n join exams e on e.id = n.exam_id left join sittings s on s.enrolment_id = n.id
  left join lateral (select o.order_id, o.amount_paise from orders o join invoices i on i.order_id = o.order_id
    where o.enrolment_id = n.id order by i.issued_at desc, o.order_id limit 1) o on true
  where n.uid = $1 order by n.created_at desc, n.id`;

const instant = (ms: number) => new Date(ms).toISOString();

/** Newest application first. */
export async function readOwnExams(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  uid: string,
): Promise<OwnExam[]> {
  const rows = ownExamsSchema.parse(await db.rows(OWN_EXAMS, [uid]));
  const toExam = async (row: OwnExamRow): Promise<OwnExam> => ({
    enrolmentId: row.id,
    examId: row.exam_id,
    name: row.name,
    room: row.room,
    startsAt: instant(row.starts),
    status: row.status,
    appliedAt: instant(row.applied),
    completedAt: row.completed === null ? null : (row.received ?? instant(row.completed)),
    receiptCode: row.code,
    orderId: row.order_id,
    paid: row.paid,
    refunds: row.order_id === null ? [] : await refundLinesOf(db.orm, row.order_id),
    active: row.active,
    time: timeOf(row, now()),
  });
  return Promise.all(rows.map(toExam));
}

/**
 * An exam that the candidate hasn't begun has a time only if it starts together and has started: then the time runs for
 * everyone, whether they are there or not.
 */
function timeOf(row: OwnExamRow, now: number): OwnExam['time'] {
  const { begun, starts } = row;
  const runs = row.active && row.start === 'together' && starts <= now;
  if (!begun && (row.status === 'Completed' || !runs)) return null;
  const { deadline, pausedAt } = timesFromStart(row, { startedAt: starts, waitedSeconds: 0 });
  const ends = begun ? row.deadline : deadline;
  const paused = begun ? row.paused : pausedAt !== null;
  if (paused || ends === null) return { begun, endsAt: null, isOver: false };
  return { begun, endsAt: instant(ends), isOver: ends <= now };
}

// Which exam comes next, for a candidate who has paid for several: they paid in two tabs, or their college paid another.

/**
 * An exam that is under way stays the candidate's current exam until it is submitted, whatever they choose here.
 * @throws Problem not-eligible if it isn't paid for, or was sat; throttled, because each choice adds a permanent entry to
 * the audit log
 */
export async function chooseExam(deps: Deps, uid: string, examId: string): Promise<User> {
  await throttle(deps, [{ key: `exam choice of ${uid}`, most: 30, seconds: 60 * 60 }]);
  await deps.db.transaction(async (tx) => {
    await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('update');
    const theirs = and(eq(enrolments.uid, uid), eq(enrolments.examId, examId));
    const [chosen] = await tx.select().from(enrolments).where(theirs);
    if (chosen?.status !== 'Fees Paid') throw new Problem('not-eligible');
    await tx.update(users).set({ currentEnrolmentId: chosen.id }).where(eq(users.uid, uid));
    await recordAudit(tx, deps.now(), {
      actor: uid,
      action: 'account.exam-chosen',
      subject: uid,
      detail: { exam: examId },
    });
  });
  const row = await readUserRow(deps.db, uid);
  if (!row) throw new Problem('not-found');
  return toUser(row);
}
