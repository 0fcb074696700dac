// The caller's own sitting of an exam.

import type { Caller } from '#api/services/auth/sessions.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { openSitting } from './open-sitting.ts';
import { readPaced } from './read-paced.ts';
import type { WholeSitting } from './read-sitting.ts';

/** @throws Problem throttled; not-found when it was never opened */
export async function requireOwnSitting(
  deps: Deps,
  caller: Caller,
  examId: string,
): Promise<WholeSitting> {
  const sitting = await readPaced(deps, { uid: caller.uid, examId });
  if (!sitting) throw new Problem('not-found');
  return sitting;
}

/** Opens it first for a client without the device protocol. */
export async function openOwnSitting(
  deps: Deps,
  caller: Caller,
  examId: string,
): Promise<WholeSitting> {
  const sitting = await readPaced(deps, { uid: caller.uid, examId });
  if (sitting) return sitting;
  await openSitting(deps, caller, examId, null);
  return requireOwnSitting(deps, caller, examId);
}
