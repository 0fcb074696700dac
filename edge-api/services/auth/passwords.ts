// Passwords: hashing and comparing them, asking for one again, refusing easily guessed ones, and making one-time passwords.
import { randomBytes, randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { workInTurn } from '#api/services/in-turn.ts';
import { settingNow } from '#api/services/settings/settings.ts';
import {
  countTry,
  giveTryBack,
  limitsOf,
  pausedBy,
  slowing,
} from '#api/services/throttle/throttle.ts';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import { readForSignIn } from '#db/queries/users.ts';
import { users } from '#db/schema/people.ts';
import type { Caller } from './sessions.ts';

/**
 * Passwords are hashed with argon2id. Of the settings that OWASP ASVS 5 allows (m=46/t=1, m=19/t=2, m=12/t=3) this one is
 * the fastest here, 8 ms of CPU instead of 9.5, and takes the least memory when a whole exam hall signs in at once.
 */
const COST = { memoryCost: 12 * 1024, timeCost: 3, parallelism: 1 }; // argon2id is the library's default

const inTurn = workInTurn({
  // Leaves one of the four threads that Node uses for slow work free for files.
  atOnce: Math.min(availableParallelism(), 3),
  // Some ten seconds of work. A longer queue would help nobody.
  longestQueue: 1_500,
});

/** @throws Problem unavailable when too many are waiting; so does verifyPassword */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), COST));
}

/** @param ahead true for someone known already, such as on a device that signed in before: guesses wait behind them */
export function verifyPassword(stored: string, password: string, ahead = false): Promise<boolean> {
  return inTurn(() => verify(stored, password.normalize('NFC')), ahead);
}

let nobodys: Promise<string> | undefined;

/** A hash that no password matches. Comparing with it when there is no account makes the reply take the same time. */
export function unusableHash(): Promise<string> {
  nobodys ??= hashPassword(randomBytes(32).toString('base64'));
  return nobodys;
}

// Asks a signed-in user for their password again, before acts that someone with a borrowed phone must not do. Guesses are
// counted for that session alone, so strangers who guess at the sign-in don't get in the owner's way.

/** @throws Problem invalid (at the field `password`), throttled */
export async function checkPassword(
  deps: Deps,
  { uid, tokenHash }: Pick<Caller, 'uid' | 'tokenHash'>,
  password: string,
): Promise<void> {
  const slowings = [slowing(`guess ${uid} in ${tokenHash}`, 10, 15 * 60, 15)];
  const now = deps.now();
  const nowhere = { device: '', address: '' };
  const keys = limitsOf(slowings).map(({ key }) => key);
  const { user, tallies } = await readForSignIn(deps.db, uid, nowhere, keys, now);
  const paused = pausedBy(slowings, tallies, now);
  if (paused) throw paused;
  await countTry(deps, slowings);
  if (!user || !(await verifyPassword(user.password_hash, password, true)))
    throw new Problem('invalid', { fields: { password: 'That isn’t your current password.' } });
  await giveTryBack(deps, slowings);
}

// Refuses the passwords that everybody tries first. The list is from @zxcvbn-ts/language-common (MIT): 49,000 of the most
// common in published leaks, 18,000 of them as long as ours must be. It is loaded when somebody first chooses a password.
// It leaves out what zxcvbn detects by rules (00000000, 12341234, 987654321), so `repeats` and `counts` do that here.

let common: Promise<ReadonlySet<string>> | undefined;

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']); // in small letters
}

/** @param field the form's field for the password @throws Problem invalid, naming that field */
export async function refuseCommonPassword(password: string, field: string): Promise<void> {
  common ??= readList();
  const plain = password.trim().toLowerCase();
  if (!(await common).has(plain) && !repeats(plain) && !counts(plain)) return;
  throw new Problem('invalid', {
    fields: {
      [field]: 'This password is very common and easy to guess. Please choose another.',
    },
  });
}

/** True for one to five characters repeated over and over, and for an empty text; false for "sai55sai". */
const repeats = (text: string) =>
  text === '' ||
  [1, 2, 3, 4, 5].some(
    (length) => text.length >= 2 * length && text.slice(length) === text.slice(0, -length),
  );

/** True for digits or letters that count up or down without a gap, such as "cdefghij"; after 9 comes 0. */
const counts = (text: string) =>
  ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz'].some(
    (row) => row.includes(text) || [...row].reverse().join('').includes(text),
  );

// One-time passwords: ten characters out of 31 letters and digits that can't be mistaken for one another, 49 bits.

const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 10;

export function newOneTimePassword(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

const FORM = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

/** Undoes how people type it: in small letters, in groups, or copied from the SMS with the full stop after it. */
export function readOneTimePassword(typed: string): string {
  return typed.replace(/[\s.-]/g, '').toUpperCase();
}

export function looksLikeOneTimePassword(typed: string): boolean {
  return FORM.test(readOneTimePassword(typed));
}

// Refuses passwords that consist of the company's name or the person's own details, with any digits and signs around
// them: a neighbour in the exam hall would try those first. The words are the company's name and its parts, the
// administrator's UID, and the person's own UID, full name, mobile number, email address and date of birth.

type Person = {
  uid?: string;
  fullName: string;
  dateOfBirth: string | null;
  email: string | null;
  mobile: string | null;
};

/** Letters. A shorter word occurs in too many passwords by chance. */
const SHORTEST = 3;

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** @param typed `field`: the form's field for the password @throws Problem invalid, naming that field */
export async function refuseOwnWords(
  deps: Pick<Deps, 'db' | 'now'>,
  typed: { password: string; field: string },
  person: Person,
): Promise<void> {
  const { name } = await settingNow(deps, 'brand');
  const { uid = '', fullName, email, mobile, dateOfBirth } = person;
  const address = email ?? '';
  const [year = '', month = '', day = ''] = dateOfBirth?.split('-') ?? [];
  const words = [
    SUPER_ADMIN,
    ...[name, ...name.split(' '), fullName],
    ...[uid, mobile ?? '', address, address.split('@')[0] ?? ''],
    ...[day + month + year, day + month + year.slice(2), year + month + day],
  ].map(bare);
  const password = bare(typed.password);
  const isOwn = words.some(
    (word) =>
      word.length >= SHORTEST &&
      password.includes(word) &&
      /^\d*$/.test(password.replaceAll(word, '')),
  );
  if (!isOwn) return;
  throw new Problem('invalid', {
    fields: {
      [typed.field]:
        'Your password can’t be your own name, number, address or date of birth, or ours. Please choose another.',
    },
  });
}

/** The same for a registered user. */
export async function refuseOwnWordsOf(
  deps: Pick<Deps, 'db' | 'now'>,
  typed: { password: string; field: string },
  uid: string,
): Promise<void> {
  const [person] = await deps.db.orm
    .select({
      fullName: users.fullName,
      email: users.email,
      mobile: users.mobile,
      dateOfBirth: users.dateOfBirth,
    })
    .from(users)
    .where(eq(users.uid, uid));
  if (person) await refuseOwnWords(deps, typed, { uid, ...person });
}
