// What we store about a person, as their account page shows it.
import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { checkPassword } from '#api/services/auth/passwords.ts';
import type { Caller } from '#api/services/auth/sessions.ts';
import { type Account, type AccountChange, consentDocuments } from '#contract/site/account.ts';
import type { Orm } from '#db/client.ts';
import { consents, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { throttle } from '../throttle/throttle.ts';
import { changeDetails, educationOf, ifFree, refuseTaken } from '../users/change-details.ts';
import { legalHolds } from './delete-account.ts';
import { readOwnExams } from './own-exams.ts';

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

/** A person's details in the form of `heldDetailsShape`. */
export function heldDetails(user: UserRow) {
  const { uid, fullName, dateOfBirth, address, city, state, workExp, education } = user;
  return {
    ...{ uid, fullName, dateOfBirth, address, city, state, workExp, education },
    email: user.email ?? '',
    mobile: user.mobile ?? '',
    registeredAt: user.createdAt.toISOString(),
  };
}

/** A hash of the details that a candidate may change. A change names the version that the candidate saw. */
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

// A candidate corrects their own details. Only the office changes name and date of birth, because they are on the hall
// ticket and are checked against an ID card.

/**
 * A new mobile number or email address needs the password: people sign in with them, and one-time passwords go to the
 * number.
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
    sentence: 'To change your mobile number or email address, please type your password as well.',
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
    const after = {
      email: change.email,
      mobile: change.mobile,
      address: change.address,
      city: change.city,
      state: change.state,
      workExp: change.workExp ?? '',
      education: educationOf(change, deps.now()),
    };
    const version = versionOf(before);
    // If the reply to a change got lost, the person sends the same change again, with the old version.
    if (version !== change.version && version === versionOf({ ...before, ...after })) return;
    if (version !== change.version) throw new Problem('changed-meanwhile');
    if (isNewContact(before, change) && !proves) throw new Problem('changed-meanwhile');
    await changeDetails(tx, deps.now(), {
      actor: uid,
      action: 'account.changed',
      uid,
      before,
      after,
    });
  });
}
