/** The user to run PostgreSQL as, because it refuses to run as root. */
import { mustRun, runCommand } from './run-command.ts';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

const FALLBACK_NAME = 'pariksha-test';

async function lookUp(name: string): Promise<SystemUser | undefined> {
  const uid = await runCommand('id', ['-u', name]);
  const gid = await runCommand('id', ['-g', name]);
  if (uid.code !== 0 || gid.code !== 0) return undefined;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

/** Undefined if this process isn't root and so needs no other user; creates a user only when none fits. */
export async function unprivilegedUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const present = (await lookUp('postgres')) ?? (await lookUp('nobody'));
  if (present) return present;
  await mustRun('useradd', ['--system', '--no-create-home', FALLBACK_NAME]);
  const created = await lookUp(FALLBACK_NAME);
  if (!created) throw new Error(`useradd made no user ${FALLBACK_NAME}.`);
  return created;
}
