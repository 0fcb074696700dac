/** `npm run admin:reset`, as run by someone who can no longer sign in. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runScript, startServer } from '#tests/support/server-process.ts';

const reset = (environment: Record<string, string>) =>
  runScript('dist/server/admin-reset.js', environment);

test('admin:reset on the embedded database refuses while the server runs, then prints a password that works once', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'pariksha-reset-'));
  const environment = { DATA_DIR, DEMO: 'off', SUPERADMIN_PASSWORD: 'forgotten by now' };
  const none = await reset(environment);
  expect([none.code, none.output]).toEqual([
    1,
    'Nothing was changed: there is no administrator yet. Start the server once.\n',
  ]);

  const before = await startServer(environment);
  const refused = await reset(environment);
  expect([refused.code, refused.output]).toEqual([
    1,
    'The server is running on this embedded database. Stop it, run this again, and start it afterwards.\n',
  ]);
  await before.signal('SIGTERM');

  const { code, output } = await reset(environment);
  expect(code).toBe(0);
  const password = /one-time password (\S+)/.exec(output)?.[1];

  const after = await startServer(environment);
  const signIn = async (typed: string | undefined) => {
    const answer = await fetch(`${after.origin}/api/v1/auth/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uid: 'SuperAdmin', password: typed }),
    });
    return [answer.status, Object(await answer.json()).user?.mustChangePassword];
  };
  expect(await signIn('forgotten by now')).toEqual([401, undefined]);
  expect(await signIn(password)).toEqual([200, true]);
  expect(await signIn(password)).toEqual([401, undefined]);
  await after.signal('SIGTERM');
  await rm(DATA_DIR, { recursive: true, force: true });
});
