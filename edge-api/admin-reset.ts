/** `npm run admin:reset`: prints a new one-time password for a SuperAdmin who can no longer sign in. */
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import { openDatabase } from '#db/client.ts';
import { DirectoryInUse } from '#db/lock-directory.ts';
import { readEnvironment, WrongEnvironment } from './environment.ts';
import { resetSuperAdmin } from './services/users/super-admin.ts';

function explain(error: unknown): string {
  if (error instanceof WrongEnvironment) return error.message;
  if (error instanceof DirectoryInUse)
    return 'The server is running on this embedded database. Stop it, run this again, and start it afterwards.';
  const known = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
  if (known) return 'The database at DATABASE_URL cannot be reached.';
  return `Nothing was changed: ${error instanceof Error ? error.message : 'unknown error'}`;
}

if (existsSync('.env')) loadEnvFile();
try {
  const db = await openDatabase(readEnvironment(process.env).database);
  const password = await resetSuperAdmin({ db, now: Date.now });
  await db.close();
  if (password === null) throw new Error('there is no administrator yet. Start the server once.');
  console.log(
    `${SUPER_ADMIN}, one-time password ${password} (works once, for an hour; then choose a new one).\n` +
      'The second factor is removed, and every session and device of the administrator is signed out.',
  );
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
