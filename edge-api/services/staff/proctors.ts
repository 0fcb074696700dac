// The administrator corrects who a proctor is and how to reach them. The uid and what they did stay.

import { createHash } from 'node:crypto';
import { and, count, desc, eq, ilike, isNull, or, type SQL, sql } from 'drizzle-orm';
import { unusableHash } from '#api/services/auth/passwords.ts';
import type { SortKey } from '#contract/desk/list-sorts.ts';
import type { NewProctor, Proctor, ProctorChange, ProctorPassword } from '#contract/desk/staff.ts';
import type { Orm } from '#db/client.ts';
import { byText, type ListPage, likeWords, sortedBy } from '#db/queries/list-sql.ts';
import { sessions, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { forgetPlaces } from '../auth/guess-limits.ts';
import { givePassword, preparePassword } from '../auth/new-password.ts';
import { endsSessions } from '../auth/sessions.ts';
import { noteRights } from '../hall/changes.ts';
import { queueSms, sendSmsSoon } from '../messages/sms-outbox.ts';
import { newUid } from '../new-id.ts';
import { changeDetails, ifFree, refuseTaken, withNewUids } from '../users/change-details.ts';

// A new proctor: the server gives the uid, the first password works once, and nobody knows another.

/** @throws Problem email-taken, mobile-taken */
export async function createProctor(
  deps: Deps,
  actor: string,
  form: NewProctor,
): Promise<ProctorPassword> {
  const email = form.email?.toLowerCase();
  return ifFree(
    () => refuseTaken(deps.db.orm, { mobile: form.mobile, email }, 'administrator'),
    () => withNewUids(() => insertProctor(deps, actor, { ...form, email }, newUid())),
  );
}

async function insertProctor(
  deps: Deps,
  actor: string,
  form: NewProctor,
  uid: string,
): Promise<ProctorPassword> {
  const passwordHash = await unusableHash();
  const prepared = await preparePassword(deps.now());
  await deps.db.transaction(async (tx) => {
    await tx.insert(users).values({
      uid,
      role: 'proctor',
      fullName: form.fullName,
      mobile: form.mobile,
      email: form.email,
      passwordHash,
      createdAt: new Date(deps.now()),
    });
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'proctor.created',
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

/** @throws Problem not-found (also for a revoked account: restore it first), changed-meanwhile, email-taken, mobile-taken */
export async function changeProctor(
  deps: Deps,
  actor: string,
  uid: string,
  { version, ...change }: ProctorChange,
): Promise<Proctor> {
  const after = { ...change, email: change.email?.toLowerCase() ?? null };
  const taken = { mobile: after.mobile, email: after.email ?? undefined, for: uid };
  await ifFree(
    () => refuseTaken(deps.db.orm, taken, 'administrator'),
    () => store(deps, actor, { uid, version, after }),
  );
  const proctor = await readProctor(deps.db.orm, uid);
  if (!proctor) throw new Problem('not-found');
  return proctor;
}

type Details = { fullName: string; mobile: string; email: string | null };

async function store(
  deps: Deps,
  actor: string,
  { uid, version, after }: { uid: string; version: string; after: Details },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [before] = await tx
      .select({ fullName: users.fullName, mobile: users.mobile, email: users.email })
      .from(users)
      .where(and(eq(users.uid, uid), eq(users.role, 'proctor'), isNull(users.revokedAt)))
      .for('update');
    if (!before) throw new Problem('not-found');
    if (versionOf(before) !== version) throw new Problem('changed-meanwhile');
    await changeDetails(tx, deps.now(), {
      actor,
      action: 'proctor.changed',
      uid,
      before,
      after,
    });
  });
}

// Takes a proctor's access away at once, and gives it back. What they did stays under their name.

/** Doing it twice is doing it once. @throws Problem not-found */
export async function setRevoked(
  deps: Deps,
  actor: string,
  uid: string,
  revoked: boolean,
): Promise<Proctor> {
  const changed = await deps.db.transaction(async (tx) => {
    const [before] = await tx
      .select({ revokedAt: users.revokedAt })
      .from(users)
      .where(and(eq(users.uid, uid), eq(users.role, 'proctor')))
      .for('update');
    if (!before) throw new Problem('not-found');
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
        action: revoked ? 'proctor.revoked' : 'proctor.restored',
        subject: uid,
      });
    }
    const proctor = await readProctor(tx, uid);
    if (!proctor) throw new Error('A proctor vanished within a transaction');
    return proctor;
  });
  noteRights(deps.db, uid);
  return changed;
}

// The proctors, one page at a time, newest account first or sorted; searched by name, uid, mobile and e-mail.

const isProctor = eq(users.role, 'proctor');

/** As many as the list of their exams shows. */
const EXAMS = sql<number>`(select count(*)::int from proctor_exams p
  join exams e on e.id = p.exam_id and e.hidden_at is null where p.uid = users.uid)`;

/** SQL of what the list is sorted by. */
const proctorSorts: Record<SortKey<'proctors'>, string> = {
  name: byText('users.full_name'),
  status: 'users.revoked_at is not null',
  uid: 'users.uid',
  mobile: 'users.mobile',
  email: 'users.email',
  added: 'users.created_at',
};

/** @param wanted an empty search finds everyone */
export async function listProctors(
  orm: Orm,
  wanted: { search: string } & ListPage<SortKey<'proctors'>>,
): Promise<{ total: number; rows: Proctor[] }> {
  const like = likeWords(wanted.search);
  const found = and(
    isProctor,
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

/** @returns null when nobody has this uid, or somebody who is no proctor */
export async function readProctor(orm: Orm, uid: string): Promise<Proctor | null> {
  const [row] = await readWhere(orm, and(isProctor, eq(users.uid, uid)), {
    page: 1,
    pageSize: 1,
    order: 'asc',
  });
  return row ?? null;
}

/** The same for the same details: who changes them names what they have seen. */
function versionOf(user: Pick<typeof users.$inferSelect, 'fullName' | 'mobile' | 'email'>): string {
  const text = JSON.stringify([user.fullName, user.mobile, user.email]);
  return createHash('sha256').update(text).digest('base64url');
}

async function readWhere(
  orm: Orm,
  found: SQL | undefined,
  { page, pageSize, ...sort }: ListPage<SortKey<'proctors'>>,
): Promise<Proctor[]> {
  const chosen = sortedBy(proctorSorts, sort, 'users.uid');
  const rows = await orm
    .select({
      uid: users.uid,
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
    version: versionOf(row),
    mobile: row.mobile ?? '',
    email: row.email ?? '',
    createdAt: row.createdAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }));
}
