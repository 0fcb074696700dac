// How far a candidate was, told by a text message on the way [AT14]: it counts as an act on each question it names and
// ends nothing. Taken in twice it changes nothing.
import * as z from 'zod/mini';
import { instant } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { closeSitting, isOverdue } from './close-overdue.ts';
import { countsParams, SET_COUNTS } from './counted.ts';
import { decideByPolicy } from './decide-by-policy.ts';
import { readWhole, type WholeSitting } from './read-sitting.ts';
import {
  ADD_SUBMISSIONS,
  type NewSubmission,
  settlementOf,
  timesOf,
  writeSettlement,
} from './settle.ts';
import { untilUnchanged } from './try-again.ts';
import { keptUnderWay, toUnderWay } from './under-way.ts';

const KEEP = `
with s as (
  update sittings set version = version + 1, last_heard_at = greatest(last_heard_at, ${instant('$4')}),
    ${SET_COUNTS('$5', '$6', '$7')}
  where id = $1 and version = $2::int returning id
), handed as (${ADD_SUBMISSIONS('$3::text::jsonb')}
)
select count(*)::int as written from s`;

const writtenSchema = z.tuple([z.object({ written: z.int() })]);

/** @throws Problem handover-refused: another one of the same place was taken in, and says something else */
export async function keepSoFar(
  deps: Deps,
  sittingId: string,
  soFar: NewSubmission,
): Promise<void> {
  await untilUnchanged(async () => {
    const sitting = await readWhole(deps.db, { sittingId });
    if (!sitting) return true;
    const now = deps.now();
    if (isOverdue(sitting, now)) {
      await closeSitting(deps, sitting.id, now);
      return null;
    }
    const standing = sitting.submissions.find(
      ({ deviceId, seq }) => deviceId === soFar.deviceId && seq === soFar.seq,
    );
    // The time of one is never the other's: who knows the score could change what came before it [AT11].
    if (standing && (standing.final || standing.digest !== soFar.digest))
      throw new Problem('handover-refused', { fields: { reason: 'another' } });
    if (standing && standing.receivedAt <= soFar.receivedAt) return true;
    const others = sitting.submissions.filter((one) => one !== standing);
    const submissions = [...others, { ...soFar, ...standing, receivedAt: soFar.receivedAt }];
    keptUnderWay(deps.db).delete(sittingId);
    const told = { ...sitting, submissions };
    return (await (sitting.state === 'open'
      ? keepOpen(deps, told, soFar, now)
      : settle(deps, told, soFar, now)))
      ? true
      : null;
  });
}

async function keepOpen(
  deps: Deps,
  sitting: WholeSitting,
  soFar: NewSubmission,
  now: number,
): Promise<boolean> {
  const { counted } = toUnderWay(sitting);
  const [row] = writtenSchema.parse(
    await deps.db.rows(KEEP, [
      sitting.id,
      sitting.version,
      JSON.stringify([soFar]),
      soFar.receivedAt,
      ...countsParams(counted),
      now,
    ]),
  );
  return row.written === 1;
}

async function settle(
  deps: Deps,
  sitting: WholeSitting,
  soFar: NewSubmission,
  now: number,
): Promise<boolean> {
  const times = timesOf(sitting);
  const settlement = await settlementOf(deps.db, sitting, times);
  const late = await decideByPolicy(deps, times, settlement.projection, now);
  return writeSettlement(deps.db, sitting, { ...settlement, ...late, submission: soFar }, now);
}
