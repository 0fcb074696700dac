// The proctors, one page at a time, newest account first or sorted; searched by name, uid, mobile and e-mail.

import { createHash } from 'node:crypto';
import { and, count, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { SortKey } from '#contract/desk/list-sorts.ts';
import type { Proctor } from '#contract/desk/staff.ts';
import type { Orm } from '#db/client.ts';
import { byText, likeWords, type Sort, sortedBy } from '#db/queries/list-sql.ts';
import { users } from '#db/schema/people.ts';

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

type Page = { page: number; pageSize: number } & Sort<SortKey<'proctors'>>;

/** @param wanted an empty search finds everyone; the first page is 1 */
export async function listProctors(
  orm: Orm,
  wanted: { search: string } & Page,
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
export function versionOf(
  user: Pick<typeof users.$inferSelect, 'fullName' | 'mobile' | 'email'>,
): string {
  const text = JSON.stringify([user.fullName, user.mobile, user.email]);
  return createHash('sha256').update(text).digest('base64url');
}

async function readWhere(
  orm: Orm,
  found: SQL | undefined,
  { page, pageSize, ...sort }: Page,
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
