// Passwords: hashed and compared, asked for once more, refused when everybody tries them first, and made to work once.
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
 * Passwords as argon2id. Of the settings that OWASP ASVS 5 allows (m=46/t=1, m=19/t=2, m=12/t=3) this one is the
 * quickest here, 8 ms of CPU instead of 9.5, and takes the least memory when a whole hall signs in at once.
 */
const COST = { memoryCost: 12 * 1024, timeCost: 3, parallelism: 1 }; // argon2id is the library's default

const inTurn = workInTurn({
  // One of the four threads that Node does slow work on stays free for files.
  atOnce: Math.min(availableParallelism(), 3),
  // Some ten seconds of work; past that, waiting longer helps nobody.
  longestQueue: 1_500,
});

/** @throws Problem unavailable when too many wait, like verifyPassword */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), COST));
}

/** @param ahead for people who are known already: others' guesses wait behind them */
export function verifyPassword(stored: string, password: string, ahead = false): Promise<boolean> {
  return inTurn(() => verify(stored, password.normalize('NFC')), ahead);
}

let nobodys: Promise<string> | undefined;

/** A hash that no password matches, to compare with where there is no account: the answer costs the same. */
export function unusableHash(): Promise<string> {
  nobodys ??= hashPassword(randomBytes(32).toString('base64'));
  return nobodys;
}

// Asks somebody who is signed in for their password once more, before what a borrowed phone must not do.
// Guesses count for that session alone: what strangers try at the sign-in doesn't hinder its owner.

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

// Passwords that everybody tries first. The list is @zxcvbn-ts/language-common's (MIT): 49,000 of the commonest in
// published leaks, 18,000 of them as long as ours must be. It is read when somebody first chooses a password. It leaves
// out what its own judge knows by rule: 00000000, 12341234, 987654321.

let common: Promise<ReadonlySet<string>> | undefined;

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']); // in small letters
}

/** @param field where the form asks for it @throws Problem invalid, naming that field */
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

/** One to five characters over and over, or none at all; "sai55sai" has more in it. */
const repeats = (text: string) =>
  text === '' ||
  [1, 2, 3, 4, 5].some(
    (length) => text.length >= 2 * length && text.slice(length) === text.slice(0, -length),
  );

/** Up or down without a gap, also past 9 and 0. */
const counts = (text: string) =>
  ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz'].some(
    (row) => row.includes(text) || [...row].reverse().join('').includes(text),
  );

// A password that works once: ten of 31 letters and digits that can't be mistaken for one another, 49 bits.

const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 10;

export function newOneTimePassword(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

const FORM = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

/** It came by SMS in capitals, before a full stop; a phone's keyboard begins with small letters, and people type it in groups. */
export function readOneTimePassword(typed: string): string {
  return typed.replace(/[\s.-]/g, '').toUpperCase();
}

export function looksLikeOneTimePassword(typed: string): boolean {
  return FORM.test(readOneTimePassword(typed));
}

// Passwords that say nothing but the site's name or who chose them: a name, number or address, with any digits and
// signs around it, is what a neighbour in the hall tries first. The list: the company's name and its words, the
// administrator's UID, and the person's own UID, full name, mobile number, email address and date of birth.

type Person = {
  uid?: string;
  fullName: string;
  dateOfBirth: string | null;
  email: string | null;
  mobile: string | null;
};

/** A shorter word stands in too many others. */
const SHORTEST = 3;

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** @param field where the form asks for it @throws Problem invalid, naming that field */
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

/** The same for somebody who is registered. */
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
