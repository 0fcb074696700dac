// One candidate's late work with the evidence, for a proctor who watches over them. No scores.

import type { Caller } from '#api/services/auth/sessions.ts';
import type { HeldSitting } from '#contract/desk/live.ts';
import { findHeldOf } from '#db/queries/held.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { toHeld } from '../sittings/list-held.ts';
import { requireWatch } from '../staff/may-watch.ts';
import { seatsFor } from './seats.ts';

/** @throws Problem forbidden, not-found: nothing of theirs waits */
export async function readHeldOf(
  deps: Deps,
  caller: Caller,
  { exam, row }: { exam: string; row: string },
): Promise<HeldSitting> {
  const watched = await requireWatch(deps.db.orm, caller, exam);
  const seats = await seatsFor(deps.db, exam, { row }, watched);
  if (typeof seats === 'string') throw new Problem('forbidden', { sentence: seats });
  const [held] = await toHeld(deps, await findHeldOf(deps.db, row));
  if (!held) throw new Problem('not-found');
  return held;
}
