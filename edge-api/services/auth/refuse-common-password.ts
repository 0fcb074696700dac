// Passwords that everybody tries first. The list is @zxcvbn-ts/language-common's (MIT): 49,000 of the commonest in
// published leaks, 18,000 of them as long as ours must be. It is read when somebody first chooses a password.
import { Problem } from '../../problem.ts';

let common: Promise<ReadonlySet<string>> | undefined;

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']); // in small letters
}

/** @param field where the form asks for it @throws Problem invalid, naming that field */
export async function refuseCommonPassword(password: string, field: string): Promise<void> {
  common ??= readList();
  if (!(await common).has(password.trim().toLowerCase())) return;
  throw new Problem('invalid', {
    fields: {
      [field]: 'This password is one of the commonest and easily guessed. Please choose another.',
    },
  });
}
