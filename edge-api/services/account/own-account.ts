// What we hold about a person, as their account page shows it.
import { createHash } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { toUser } from '#api/services/auth/find-user.ts';
import { checkPassword } from '#api/services/auth/passwords.ts';
import type { Caller } from '#api/services/auth/sessions.ts';
import { type Account, type AccountChange, consentDocuments } from '#contract/site/account.ts';
import { statuses, type User } from '#contract/wire/users.ts';
import type { Orm } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import { readUserRow } from '#db/queries/users.ts';
import { consents, enrolments, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { refundLinesOf } from '../payments/refund-rows.ts';
import { throttle } from '../throttle/throttle.ts';
import { changeDetails, educationOf, ifFree, refuseTaken } from '../users/change-details.ts';
import { legalHolds } from './delete-account.ts';

type UserRow = typeof users.$inferSelect;

/** @throws Problem not-found */
export async function readAccount(deps: Pick<Deps, 'db' | 'now'>, uid: string): Promise<Account> {
  const { orm } = deps.db;
  const [user] = await orm.select().from(users).where(eq(users.uid, uid));
  if (!user) throw new Problem('not-found');
  return {
    ...heldDetails(user),
    role: user.role,
    version: versionOf(user),
    exams: await readOwnExams(deps, uid),
    consents: await readConsents(orm, uid),
    holds: await legalHolds(orm, uid, deps.now()),
  };
}

/** As `heldDetailsShape` tells them. */
export function heldDetails(user: UserRow) {
  const { uid, fullName, dateOfBirth, address, city, state, workExp, education } = user;
  return {
    ...{ uid, fullName, dateOfBirth, address, city, state, workExp, education },
    email: user.email ?? '',
    mobile: user.mobile ?? '',
    registeredAt: user.createdAt.toISOString(),
  };
}

/** The same for the same details: who changes them names what they have seen. */
function versionOf(user: UserRow): string {
  const education = Object.entries(user.education).sort(([a], [b]) => (a < b ? -1 : 1));
  const { email, mobile, address, city, state, workExp } = user;
  const text = JSON.stringify([email, mobile, address, city, state, workExp, education]);
  return createHash('sha256').update(text).digest('base64url');
}

/** Oldest first. */
async function readConsents(orm: Orm, uid: string): Promise<Account['consents']> {
  const rows = await orm
    .select()
    .from(consents)
    .where(eq(consents.uid, uid))
    .orderBy(asc(consents.givenAt), asc(consents.document), asc(consents.version));
  return rows.map(({ document, version, givenAt }) => ({
    document: z.parse(z.enum(consentDocuments), document),
    version,
    givenAt: givenAt.toISOString(),
  }));
}

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
  }),
);

const OWN_EXAMS = `select n.id, n.exam_id, e.name, n.room, n.status, s.receipt->>'code' as code, s.receipt->>'receivedAt' as received,
    ${millis('e.starts_at')} as starts,
    ${millis('n.created_at')} as applied,
    ${millis('n.completed_at')} as completed,
    o.order_id, o.amount_paise / 100.0::float8 as paid
  from enrolments n join exams e on e.id = n.exam_id left join sittings s on s.enrolment_id = n.id
  left join lateral (select o.order_id, o.amount_paise from orders o join invoices i on i.order_id = o.order_id
    where o.enrolment_id = n.id order by i.issued_at desc, o.order_id limit 1) o on true
  where n.uid = $1 order by n.created_at desc, n.id`;

const instant = (ms: number) => new Date(ms).toISOString();

/** Newest application first. */
async function readOwnExams({ db }: Pick<Deps, 'db'>, uid: string): Promise<Account['exams']> {
  const rows = ownExamsSchema.parse(await db.rows(OWN_EXAMS, [uid]));
  const toExam = async (row: (typeof rows)[number]) => ({
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
  });
  return Promise.all(rows.map(toExam));
}

// A candidate corrects what they told us. Name and date of birth stay: they stand on the hall ticket and are
// checked against an ID card, so only the office changes them.

/**
 * Another mobile number or e-mail address needs the password: one signs in with them, and one-time passwords go to the number.
 * @throws Problem changed-meanwhile, email-taken, mobile-taken, invalid (password), throttled
 */
export async function changeAccount(
  deps: Deps,
  caller: Pick<Caller, 'uid' | 'tokenHash'>,
  change: AccountChange,
): Promise<Account> {
  const { uid } = caller;
  await throttle(deps, [{ key: `account ${uid}`, most: 30, seconds: 60 * 60 }]);
  const wanted = { ...change, email: change.email.toLowerCase() };
  const taken = { email: wanted.email, mobile: wanted.mobile, for: uid };
  await ifFree(
    () => refuseTaken(deps.db.orm, taken, 'owner'),
    async () => {
      const [known] = await deps.db.orm
        .select({ mobile: users.mobile, email: users.email })
        .from(users)
        .where(eq(users.uid, uid));
      const proves = known !== undefined && isNewContact(known, wanted);
      if (proves) await requirePassword(deps, caller, wanted.password);
      await store(deps, uid, wanted, proves);
    },
  );
  return readAccount(deps, uid);
}

type Contact = { mobile: string | null; email: string | null };

function isNewContact(before: Contact, after: Contact): boolean {
  return before.mobile !== after.mobile || before.email !== after.email;
}

async function requirePassword(
  deps: Deps,
  caller: Pick<Caller, 'uid' | 'tokenHash'>,
  password: string | undefined,
): Promise<void> {
  if (password) return checkPassword(deps, caller, password);
  throw new Problem('invalid', {
    sentence: 'To change your mobile number or e-mail address, please type your password as well.',
    fields: { password: 'Please type your password.' },
  });
}

async function store(
  deps: Deps,
  uid: string,
  change: AccountChange,
  proves: boolean,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(users).where(eq(users.uid, uid)).for('update');
    if (!before || before.deletedAt) throw new Problem('not-found');
    if (versionOf(before) !== change.version) throw new Problem('changed-meanwhile');
    if (isNewContact(before, change) && !proves) throw new Problem('changed-meanwhile');
    const after = {
      email: change.email,
      mobile: change.mobile,
      address: change.address,
      city: change.city,
      state: change.state,
      workExp: change.workExp ?? '',
      education: educationOf(change, deps.now()),
    };
    await changeDetails(tx, deps.now(), {
      actor: uid,
      action: 'account.changed',
      uid,
      before,
      after,
    });
  });
}

// Which exam comes next, for a candidate who has paid for several: in two tabs, or another one by their college.

/**
 * One that is under way stays theirs until it is submitted.
 * @throws Problem not-eligible: not paid for, or sat
 */
export async function chooseExam(deps: Deps, uid: string, examId: string): Promise<User> {
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
