// Whose token this is: one prepared read per request, or for many that come together.
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Role, roles } from '#contract/wire/users.ts';
import type { Database } from '#db/client.ts';
import { inGroups } from '../in-groups.ts';
import { GOOD_SESSION } from './good-session.ts';

export type Caller = {
  uid: string;
  role: Role;
  tokenHash: string;
  mustChangePassword: boolean;
  hasSecondFactor: boolean;
  /** A candidate whom the office shut out while an exam was under way: all they may do is hand it in. */
  isBlocked: boolean;
};

const rowsSchema = z.array(
  z.object({
    hash: z.string(),
    uid: z.string(),
    role: z.enum(roles),
    must_change_password: z.boolean(),
    second_factor: z.boolean(),
    blocked: z.boolean(),
  }),
);

/** Who asks, for an act whose own statement checks the session. */
export type Asker = {
  tokenHash: string;
  /** Reads the session. @throws Problem signed-out, forbidden */
  requireCaller(): Promise<Caller>;
};

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Whether the session that somebody came in by is good yet, for an answer that goes on. */
export async function isStillSignedIn(
  db: Database,
  { tokenHash, role }: Caller,
  now: number,
): Promise<boolean> {
  const rows = await db.rows(`select u.role from ${GOOD_SESSION('$1', '$2')} where u.role = $3`, [
    tokenHash,
    now,
    role,
  ]);
  return rows.length > 0;
}

const FIND = `
select a.hash, found.* from jsonb_to_recordset($1::text::jsonb) as a(hash text, now float8), lateral (
  select u.uid, u.role, u.must_change_password, u.blocked_at is not null as blocked, exists (
    select from second_factors f where f.uid = u.uid and f.confirmed_at is not null) as second_factor
  from ${GOOD_SESSION('a.hash', 'a.now')} offset 0) found`;

const find = inGroups<{ hash: string; now: number }, Caller | null>(
  () => true,
  async (db, group) => {
    const rows = rowsSchema.parse(await db.rows(FIND, [JSON.stringify(group)]));
    const callers = new Map(
      rows.map((row) => [
        row.hash,
        {
          uid: row.uid,
          role: row.role,
          tokenHash: row.hash,
          mustChangePassword: row.must_change_password,
          hasSecondFactor: row.second_factor,
          isBlocked: row.blocked,
        },
      ]),
    );
    return group.map(({ hash }) => callers.get(hash) ?? null);
  },
);

/** @returns null when the token is unknown, expired or revoked */
export function findSession(db: Database, token: string, now: number): Promise<Caller | null> {
  return find(db, { hash: hashToken(token), now });
}
