// A device reports which complete sealed paper it has, and learns which one it should have. A device with the right paper gets a turn of
// its own (rule 10), its device key, and the paper's key wrapped by the start codes: all it needs to begin without a network.
import * as z from 'zod/mini';
import type { Caller } from '#api/services/auth/sessions.ts';
import { extraTimeKeyOf } from '#api/services/sittings/device-key.ts';
import type { ReadinessReply, ReadinessRequest } from '#contract/wire/sealed-paper.ts';
import { instant } from '#db/instants.ts';
import { startOfBeginning } from '#machines/sitting/deadline.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { checkIsDevice, deviceKeyOf } from '../sittings/device-key.ts';
import { type Door, type Prepared, timesFromStart } from '../sittings/door.ts';
import { beaconAt } from '../sittings/standing.ts';
import { untilUnchanged } from '../sittings/try-again.ts';
import { readPrepared } from './read-sealed-paper.ts';
import { sealedFactsOf } from './sealed.ts';
import { wrapsFor } from './start-codes.ts';

/**
 * @throws Problem not-found, not-eligible, exam-inactive, already-submitted, open-elsewhere (the sitting has begun, so the device must
 * open it), section-too-large, forbidden (too many devices, or a name that belongs to another device)
 */
export async function reportReadiness(
  deps: Deps,
  caller: Caller,
  examId: string,
  { deviceId, proof, hash }: ReadinessRequest,
): Promise<ReadinessReply> {
  await checkIsDevice({ deviceId, proof });
  const { door, prepared } = await readPrepared(deps, caller, examId, deviceId);
  if (door.sitting_id) throw new Problem('open-elsewhere');
  const { sittingId } = prepared;
  const { key, keyId, hash: current, bytes } = await sealedFactsOf(deps, door, prepared);
  return {
    ...beaconAt(deps, deps.now(), sittingId),
    sittingId,
    hash: current,
    bytes,
    keyId,
    start: door.start,
    startsAt: new Date(door.starts).toISOString(),
    durationMinutes: door.duration_minutes,
    extraSeconds: timesFromStart(door, startOfBeginning(door, door.starts)).extraSeconds,
    extraPercent: door.extra_percent ?? 0,
    ...(door.larger_text === true && { largerText: true }),
    ...(hash === current && {
      ready: {
        epoch: await reserveTurn(deps, door, prepared, deviceId),
        deviceKey: deviceKeyOf(deps, sittingId, deviceId),
        extraKey: extraTimeKeyOf(deps, door.enrolment_id),
        codes: await wrapsFor(deps, door, sittingId, { keyId, key }),
      },
    }),
  };
}

/** Limits on how many devices a sitting may move between, and on how often papers may change. */
const MOST_DEVICES = 20;
const MOST_TURNS = 500;

const RESERVE = `
with turns as (select epoch, device_id from prepared_devices where sitting_id = $1), may as (
  select not exists (select from sittings where id = $1) as unbegun, (select count(*) from turns) < ${MOST_TURNS}
    and (exists (select from turns where device_id = $2) or (select count(distinct device_id) from turns) < ${MOST_DEVICES}) as few
), made as (
  insert into prepared_devices (sitting_id, epoch, device_id, version, ready_at)
  select $1, (select coalesce(max(epoch), 0) + 1 from turns), $2, $3::int, ${instant('$4')} from may where unbegun and few
  on conflict do nothing returning epoch
)
select few, (select epoch from made) as epoch from may`;

const turnSchema = z.tuple([z.object({ few: z.boolean(), epoch: z.nullable(z.int()) })]);

async function reserveTurn(
  deps: Deps,
  { own_turn }: Door,
  { sittingId, version }: Prepared,
  deviceId: string,
): Promise<number> {
  if (own_turn?.version === version) return own_turn.epoch;
  const asked = [sittingId, deviceId, version, deps.now()];
  // Another of the candidate's devices may take the same turn at the same moment, or the sitting may begin.
  return untilUnchanged(async () => {
    const [{ few, epoch }] = turnSchema.parse(await deps.db.rows(RESERVE, asked));
    if (few) return epoch;
    throw new Problem('forbidden', {
      sentence: 'Too many phones have downloaded this paper. Please use one that has it.',
    });
  });
}
