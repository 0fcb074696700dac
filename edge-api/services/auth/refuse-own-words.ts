// Passwords that say nothing but the site's name or who chose them: a name, number or address, with any digits and
// signs around it, is what a neighbour in the hall tries first. The list: the company's name and its words, the
// administrator's UID, and the person's own UID, full name, mobile number and e-mail address.
import { eq } from 'drizzle-orm';
import { settingNow } from '#api/services/settings/settings.ts';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import { users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';

export type Person = {
  uid?: string;
  fullName: string;
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
  const { uid = '', fullName, email, mobile } = person;
  const address = email ?? '';
  const words = [
    SUPER_ADMIN,
    ...[name, ...name.split(' '), fullName],
    ...[uid, mobile ?? '', address, address.split('@')[0] ?? ''],
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
        'This password is your own name, number or address, or ours. Please choose another.',
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
    .select({ fullName: users.fullName, email: users.email, mobile: users.mobile })
    .from(users)
    .where(eq(users.uid, uid));
  if (person) await refuseOwnWords(deps, typed, { uid, ...person });
}
