// Accounts that the office makes: proctors, and administrators beside SuperAdmin, so that every act is recorded under a name. A revoked
// account keeps its uid and the record of its acts.

import { createHash } from 'node:crypto';
import { and, count, desc, eq, ilike, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { unusableHash } from '#api/services/auth/passwords.ts';
import type { SortKey } from '#contract/desk/list-sorts.ts';
import {
  type Staff,
  type StaffChange,
  type StaffPassword,
  type StaffRequest,
  type StaffRole,
  staffRoles,
} from '#contract/desk/staff.ts';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import type { Orm } from '#db/client.ts';
import { byText, type ListPage, likeWords, sortedBy } from '#db/queries/list-sql.ts';
import { sessions, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { forgetPlaces } from '../auth/guess-limits.ts';
import { givePassword, preparePassword } from '../auth/new-password.ts';
import { dropSecondFactor } from '../auth/second-factor.ts';
import { endsSessions } from '../auth/sessions.ts';
import { noteRights } from '../hall/changes.ts';
import { queueSms, sendSmsSoon } from '../messages/sms-outbox.ts';
import { newUid } from '../new-id.ts';
import { changeDetails, ifFree, refuseTaken, withNewUids } from '../users/change-details.ts';

const staffRoleSchema = z.enum(staffRoles);
const isStaff = and(inArray(users.role, staffRoles), ne(users.uid, SUPER_ADMIN));
const nouns = { proctor: 'proctor', admin: 'administrator' } as const satisfies Record<
  StaffRole,
  string
>;

/** @throws Problem forbidden: otherwise one administrator could make others, or shut them out */
function mayManage(actor: string, role: StaffRole): void {
  if (role === 'admin' && actor !== SUPER_ADMIN) throw new Problem('forbidden');
}

// Creates an account. The server gives the uid and a first password that works once; nobody knows any other password.

/** @throws Problem forbidden, email-taken, mobile-taken */
export async function createStaff(
  deps: Deps,
  actor: string,
  { role = 'proctor', ...form }: StaffRequest,
): Promise<StaffPassword> {
  mayManage(actor, role);
  const email = form.email?.toLowerCase();
  return ifFree(
    () => refuseTaken(deps.db.orm, { mobile: form.mobile, email }, 'administrator'),
    () => withNewUids(() => insertStaff(deps, actor, { ...form, role, email }, newUid())),
  );
}

async function insertStaff(
  deps: Deps,
  actor: string,
  form: StaffRequest & { role: StaffRole },
  uid: string,
): Promise<StaffPassword> {
  const passwordHash = await unusableHash();
  const prepared = await preparePassword(deps.now());
  await deps.db.transaction(async (tx) => {
    await tx.insert(users).values({
      uid,
      role: form.role,
      fullName: form.fullName,
      mobile: form.mobile,
      email: form.email,
      passwordHash,
      createdAt: new Date(deps.now()),
    });
    await recordAudit(tx, deps.now(), {
      actor,
      action: `${nouns[form.role]}.created`,
      subject: uid,
      detail: { fullName: form.fullName },
    });
    const told = { uid, mobile: form.mobile };
    await queueSms(tx, deps.now(), { purpose: 'uid-created', ...told, vars: { uid } });
    await givePassword(tx, deps.now(), { uid, mobile: form.mobile }, prepared);
  });
  sendSmsSoon(deps);
  return { uid, password: prepared.password, validUntil: prepared.expiresAt.toISOString() };
}

/** @throws Problem not-found (also for a revoked account: restore it first), forbidden, changed-meanwhile, email-taken, mobile-taken */
export async function changeStaff(
  deps: Deps,
  actor: string,
  uid: string,
  { version, ...change }: StaffChange,
): Promise<Staff> {
  const after = { ...change, email: change.email?.toLowerCase() ?? null };
  const taken = { mobile: after.mobile, email: after.email ?? undefined, for: uid };
  await ifFree(
    () => refuseTaken(deps.db.orm, taken, 'administrator'),
    () => store(deps, actor, { uid, version, after }),
  );
  const staff = await readStaff(deps.db.orm, uid);
  if (!staff) throw new Problem('not-found');
  return staff;
}

/**
 * Reads the account and locks it until the transaction ends.
 * @throws Problem not-found; forbidden for an administrator's account, unless SuperAdmin asks
 */
async function lockStaff(tx: Orm, actor: string, uid: string) {
  const { role, fullName, mobile, email, revokedAt } = users;
  const [found] = await tx
    .select({ role, fullName, mobile, email, revokedAt })
    .from(users)
    .where(and(eq(users.uid, uid), isStaff))
    .for('update');
  if (!found) throw new Problem('not-found');
  const locked = { ...found, role: staffRoleSchema.parse(found.role) };
  mayManage(actor, locked.role);
  return locked;
}

type Details = { fullName: string; mobile: string; email: string | null };

async function store(
  deps: Deps,
  actor: string,
  { uid, version, after }: { uid: string; version: string; after: Details },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { role, revokedAt, ...before } = await lockStaff(tx, actor, uid);
    if (revokedAt) throw new Problem('not-found');
    if (versionOf(before) !== version) throw new Problem('changed-meanwhile');
    await changeDetails(tx, deps.now(), {
      actor,
      action: `${nouns[role]}.changed`,
      uid,
      before,
      after,
    });
  });
}

// Gives a one-time password, shown to the administrator once and sent by SMS. The password that the person chose before works until the
// one-time password is used, as after "forgot password". If the account had a second factor, it is removed immediately, and the old
// password with it: alone, that password would open the account to someone whom the second factor has kept out.

/** @throws Problem not-found (also for a revoked account: restore it first), forbidden */
export async function renewPassword(
  deps: Deps,
  actor: string,
  uid: string,
): Promise<StaffPassword> {
  const prepared = await preparePassword(deps.now());
  const passwordHash = await unusableHash();
  await deps.db.transaction(async (tx) => {
    const { role, revokedAt, mobile } = await lockStaff(tx, actor, uid);
    if (revokedAt) throw new Problem('not-found');
    if (await dropSecondFactor(tx, uid))
      await tx.update(users).set({ passwordHash }).where(eq(users.uid, uid));
    await givePassword(tx, deps.now(), { uid, mobile }, prepared);
    await recordAudit(tx, deps.now(), {
      actor,
      action: `${nouns[role]}.password-given`,
      subject: uid,
    });
  });
  sendSmsSoon(deps);
  return { uid, password: prepared.password, validUntil: prepared.expiresAt.toISOString() };
}

// Takes a person's access away immediately, and gives it back. What they did stays under their name.

/** A repeated request changes nothing. @throws Problem not-found, forbidden */
export async function setRevoked(
  deps: Deps,
  actor: string,
  uid: string,
  revoked: boolean,
): Promise<Staff> {
  const changed = await deps.db.transaction(async (tx) => {
    const before = await lockStaff(tx, actor, uid);
    if ((before.revokedAt !== null) !== revoked) {
      await tx
        .update(users)
        // A one-time password given before must not open the account once it is restored.
        .set({
          revokedAt: revoked ? new Date(deps.now()) : null,
          otpHash: null,
          otpExpiresAt: null,
          ...endsSessions,
        })
        .where(eq(users.uid, uid));
      await tx.delete(sessions).where(eq(sessions.uid, uid));
      await forgetPlaces(tx, uid);
      await recordAudit(tx, deps.now(), {
        actor,
        action: `${nouns[before.role]}.${revoked ? 'revoked' : 'restored'}`,
        subject: uid,
      });
    }
    const staff = await readStaff(tx, uid);
    if (!staff) throw new Error('An account vanished within a transaction');
    return staff;
  });
  noteRights(deps.db, uid);
  return changed;
}

// The staff accounts except SuperAdmin, one page at a time, newest account first or sorted; searched by name, uid, mobile and email.

/** How many exams the proctor watches, as `listAssigned` lists them. */
const EXAMS = sql<number>`(select count(*)::int from proctor_exams p
  join exams e on e.id = p.exam_id and e.hidden_at is null where p.uid = users.uid)`;

/** SQL expressions that the list can be sorted by. */
const staffSorts: Record<SortKey<'proctors'>, string> = {
  name: byText('users.full_name'),
  status: 'users.revoked_at is not null',
  uid: 'users.uid',
  mobile: 'users.mobile',
  email: 'users.email',
  added: 'users.created_at',
};

/** @param wanted an empty search finds everyone */
export async function listStaff(
  orm: Orm,
  wanted: { search: string } & ListPage<SortKey<'proctors'>>,
): Promise<{ total: number; rows: Staff[] }> {
  const like = likeWords(wanted.search);
  const found = and(
    isStaff,
    wanted.search === ''
      ? undefined
      : or(
          ilike(users.fullName, like),
          ilike(users.uid, like),
          ilike(users.mobile, like),
          ilike(users.email, like),
        ),
  );
  const [counted] = await orm.select({ total: count() }).from(users).where(found);
  const rows = await readWhere(orm, found, wanted);
  return { total: counted?.total ?? 0, rows };
}

/** @returns null when nobody has this uid, or when they aren't staff */
export async function readStaff(orm: Orm, uid: string): Promise<Staff | null> {
  const [row] = await readWhere(orm, and(isStaff, eq(users.uid, uid)), {
    page: 1,
    pageSize: 1,
    order: 'asc',
  });
  return row ?? null;
}

/** Identifies the details that an administrator has seen: the same details have the same version. */
function versionOf(user: Pick<typeof users.$inferSelect, 'fullName' | 'mobile' | 'email'>): string {
  const text = JSON.stringify([user.fullName, user.mobile, user.email]);
  return createHash('sha256').update(text).digest('base64url');
}

async function readWhere(
  orm: Orm,
  found: SQL | undefined,
  { page, pageSize, ...sort }: ListPage<SortKey<'proctors'>>,
): Promise<Staff[]> {
  const chosen = sortedBy(staffSorts, sort, 'users.uid');
  const rows = await orm
    .select({
      uid: users.uid,
      role: users.role,
      fullName: users.fullName,
      mobile: users.mobile,
      email: users.email,
      exams: EXAMS,
      createdAt: users.createdAt,
      revokedAt: users.revokedAt,
    })
    .from(users)
    .where(found)
    .orderBy(...(chosen ? [sql.raw(chosen)] : [desc(users.createdAt), users.uid]))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return rows.map((row) => ({
    ...row,
    role: staffRoleSchema.parse(row.role),
    version: versionOf(row),
    mobile: row.mobile ?? '',
    email: row.email ?? '',
    createdAt: row.createdAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }));
}
