// What we hold about somebody, as their account page shows it.

import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Account, consentDocuments } from '#contract/site/account.ts';
import { statuses } from '#contract/wire/users.ts';
import type { Orm } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import { consents, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { legalHolds } from './legal-holds.ts';

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
export function versionOf(user: UserRow): string {
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
  }),
);

const OWN_EXAMS = `select n.id, n.exam_id, e.name, n.room, n.status, s.receipt->>'code' as code, s.receipt->>'receivedAt' as received,
    ${millis('e.starts_at')} as starts,
    ${millis('n.created_at')} as applied,
    ${millis('n.completed_at')} as completed,
    (select o.order_id from orders o join invoices i on i.order_id = o.order_id
     where o.enrolment_id = n.id order by i.issued_at desc, o.order_id limit 1) as order_id
  from enrolments n join exams e on e.id = n.exam_id left join sittings s on s.enrolment_id = n.id
  where n.uid = $1 order by n.created_at desc, n.id`;

const instant = (ms: number) => new Date(ms).toISOString();

/** Newest application first. */
async function readOwnExams({ db }: Pick<Deps, 'db'>, uid: string): Promise<Account['exams']> {
  return ownExamsSchema.parse(await db.rows(OWN_EXAMS, [uid])).map((row) => ({
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
  }));
}
