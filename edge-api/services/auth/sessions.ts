// Sessions: creating a token, finding its user, when a session is valid, and how it ends.
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Deps } from '#api/deps.ts';
import { noteRights } from '#api/services/hall/changes.ts';
import { inGroups } from '#api/services/in-groups.ts';
import { type Role, roles } from '#contract/wire/users.ts';
import type { Database, Orm } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import { sessions, users } from '#db/schema/people.ts';
import { Problem } from '../../problem.ts';

// When a session is valid is written once, for two uses: the read before a request, and the statement of a push, which
// checks the session itself, so that a candidate's most frequent call takes one round trip.

/**
 * SQL: the valid session `t` and its user `u`. It isn't expired, and its user isn't deleted or a revoked staff member.
 * Signing out deletes the row.
 */
export const GOOD_SESSION = (tokenHash: string, now: string) => `
  sessions t join users u on u.uid = t.uid and u.revoked_at is null and u.deleted_at is null
    and t.token_hash = ${tokenHash} and t.expires_at > ${instant(now)}`;

/**
 * SQL: what `permitted` in middleware/endpoint.ts also checks if the caller must be a candidate. Select it, don't filter by
 * it: before Postgres has statistics about users, it expects few candidates and would read all of them.
 */
export const MAY_SIT = `u.role = 'candidate' and not u.must_change_password`;

export type Caller = {
  uid: string;
  role: Role;
  tokenHash: string;
  mustChangePassword: boolean;
  hasSecondFactor: boolean;
  /** A candidate whom the office blocked while an exam was under way: all they may do is submit it. */
  isBlocked: boolean;
};

/**
 * Someone who signed in with a one-time password must choose a new password before they may do or see anything of their
 * own.
 * @throws Problem forbidden
 */
export function requireChosenPassword({ mustChangePassword }: Caller): void {
  if (mustChangePassword)
    throw new Problem('forbidden', { sentence: 'Please choose a new password first.' });
}

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

/** The caller of an act whose own statement checks the session. */
export type Asker = {
  tokenHash: string;
  /** Reads the session. @throws Problem signed-out, forbidden */
  requireCaller(): Promise<Caller>;
};

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** True while the session that opened a stream is valid and its user still has the same role. */
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

/** Finds the callers of tokens. Requests that come at the same time share one prepared read. */
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

/** Add it to every update of a user that ends sessions: a sign-in that was judged before then opens no session. */
export const endsSessions = { signInVersion: sql`${users.signInVersion} + 1` };

/**
 * Locks the account until the transaction ends, for an act that changes how to sign in to it. Checks the session again,
 * because someone else may have ended it meanwhile.
 * @throws Problem signed-out
 */
export async function lockAccount(tx: Orm, { uid, tokenHash }: Caller): Promise<void> {
  await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('update');
  const here = and(eq(sessions.uid, uid), eq(sessions.tokenHash, tokenHash));
  if ((await tx.$count(sessions, here)) === 0) throw new Problem('signed-out');
}

/** Longer than any sitting, so that no session ends during the sitting that was started with it. */
const SESSION_DAYS = 90;

export type NewSession = { token: string; tokenHash: string; expiresAt: Date };

/** A new token: 256 random bits, shown to its owner once and stored only as a hash. */
export function newSession(now: number): NewSession {
  const token = randomBytes(32).toString('base64url');
  return {
    token,
    tokenHash: hashToken(token),
    expiresAt: new Date(now + SESSION_DAYS * 24 * 60 * 60_000),
  };
}

/** Ends one session, and the streams that it opened. */
export async function signOut(db: Database, caller: Caller): Promise<void> {
  await db.rows('delete from sessions where token_hash = $1', [caller.tokenHash]);
  noteRights(db, caller.uid);
}

/**
 * Deletes what has expired: sessions, places where people signed in before, counts of tries, and finished messages that
 * are more than thirty days old.
 */
export async function forgetExpired(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deps.db.rows(`delete from sessions where expires_at < ${instant('$1')}`, [deps.now()]);
  await deps.db.rows(`delete from signed_in_before where expires_at < ${instant('$1')}`, [
    deps.now(),
  ]);
  await deps.db.rows(`delete from throttles where resets_at < ${instant('$1')}`, [deps.now()]);
  await deps.db.rows(
    `delete from sms_outbox where next_try_at is null
       and created_at < ${instant('$1')} - interval '30 days'`,
    [deps.now()],
  );
}
