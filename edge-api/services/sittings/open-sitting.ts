// Opens a sitting on a device: draws the paper once, starts the clock once, and gives the device its turn (rules 10, 15, 20). Opening
// again returns the same paper and the same deadline.
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Caller } from '#api/services/auth/sessions.ts';
import { paperKeyOf } from '#api/services/papers/paper-keys.ts';
import { readPaperText, sealedFactsOf } from '#api/services/papers/sealed.ts';
import type { OpenReply, OpenRequest } from '#contract/wire/sync.ts';
import { instant } from '#db/instants.ts';
import { seqsOf } from '#machines/sitting/log-so-far.ts';
import { project } from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { noteRow } from '../hall/changes.ts';
import {
  checkAllowed,
  checkIsDevice,
  checkMayNameNoDevice,
  deviceKeyOf,
  extraTimeKeyOf,
} from './device-key.ts';
import { type Door, type Prepared, readDoor } from './door.ts';
import { refuseInPause } from './pauses.ts';
import { readPaced } from './read-paced.ts';
import type { WholeSitting } from './read-sitting.ts';
import { timesOf } from './settle.ts';
import { standingOf } from './standing.ts';
import { startSitting } from './start-sitting.ts';
import { untilUnchanged } from './try-again.ts';
import { keepUnderWay, toUnderWay } from './under-way.ts';

const TURN = `
with s as (
  update sittings set version = version + 1, device_id = $3, allowed_device = null, wanted_device = null,
    last_heard_at = ${instant('$4')},
    epoch = 1 + greatest(epoch, (select max(epoch) from prepared_devices where sitting_id = $1))
  where id = $1 and version = $2::int returning id, epoch, uid
), turn as (
  insert into sitting_devices (sitting_id, epoch, device_id, opened_at)
  select id, epoch, $3, ${instant('$4')} from s
), noted as (
  insert into audit_log (at, actor, action, subject, detail)
  select ${instant('$4')}, uid, 'sitting.moved', id, jsonb_build_object('device', $3::text, 'epoch', epoch) from s
)
select count(*)::int as written from s`;

const writtenSchema = z.tuple([z.object({ written: z.int() })]);

/**
 * @param request null for a caller without the device protocol: the sitting starts, but no device gets a turn
 * @throws Problem not-found, not-eligible, exam-inactive, not-open-yet, exam-over, already-submitted, open-elsewhere,
 * device-not-allowed, exam-paused, forbidden (moved too often, or a name that belongs to another device)
 */
export async function openSitting(
  deps: Deps,
  caller: Caller,
  examId: string,
  request: OpenRequest | null,
): Promise<OpenReply> {
  if (request) await checkIsDevice(request);
  return untilUnchanged(async () => {
    const door = await readDoor(deps, caller, examId, request?.deviceId);
    const now = deps.now();
    const held = await readHeld(deps, door, request);
    const sitting = door.sitting_id
      ? await goOn(deps, { ...door, sitting_id: door.sitting_id }, request, now)
      : await startSitting(deps, caller, door, request?.deviceId ?? null, held, now);
    if (sitting) keepUnderWay(deps.db, toUnderWay(sitting));
    return sitting && toReply(deps, door, sitting, request, held);
  });
}

const sectionsSchema = z.object({
  sections: z.array(z.object({ name: z.string(), items: z.array(z.int()) })),
});

/**
 * The sealed paper on this device, of whatever version, if the request names it and it may still be sat. A paper without questions
 * may not [AT1].
 */
async function readHeld(
  deps: Deps,
  door: Door,
  request: OpenRequest | null,
): Promise<Prepared | null> {
  const { prepared, own_turn: own } = door;
  if (request?.paper === undefined || !prepared || !own || door.is_stale) return null;
  let held = prepared;
  if (own.version !== prepared.version) {
    const [row] = await deps.db.rows(
      'select sections from prepared_papers where sitting_id = $1 and version = $2::int and out_since is null and room = $3',
      [prepared.sittingId, own.version, door.room],
    );
    if (!row) return null;
    held = { ...prepared, version: own.version, ...sectionsSchema.parse(row) };
  }
  if (door.format === 'MCQ' && held.sections.length === 0) return null;
  const { hash } = await sealedFactsOf(deps, door, held);
  return hash === request.paper ? held : null;
}

/** Opens a sitting that has begun before. Null when the sitting changed meanwhile. */
async function goOn(
  deps: Deps,
  door: Door & { sitting_id: string },
  request: OpenRequest | null,
  now: number,
): Promise<WholeSitting | null> {
  const { sitting_id: sittingId } = door;
  if (request && !(await takeTurn(deps, door, request, now))) return null;
  const sitting = await readPaced(deps, { sittingId });
  // A sitting that was brought from a cell has no paper here (decision 87), and it is over, too.
  if (sitting?.state !== 'open') throw new Problem('already-submitted');
  if (!request) checkMayNameNoDevice(sitting);
  refuseInPause(sitting.paused);
  // Another device took the turn in between. The next attempt finds the sitting open elsewhere.
  return request && sitting.device_id !== request.deviceId ? null : sitting;
}

/** Every device may store events, and every move is logged. Both limits are far above what anybody's bad day takes. */
const MOST_DEVICES = 20;
const MOST_MOVES = 500;

/** @throws Problem forbidden */
function checkMayMove(turns: WholeSitting['turns'], deviceId: string): void {
  const devices = new Set(turns.map(([device]) => device)).add(deviceId);
  if (devices.size <= MOST_DEVICES && turns.length < MOST_MOVES) return;
  throw new Problem('forbidden', {
    sentence:
      'This exam has been moved between phones too many times. Please continue on the phone that has it now.',
  });
}

/** Gives the sitting to this device. False when the sitting changed meanwhile. */
async function takeTurn(
  deps: Deps,
  door: Door & { sitting_id: string },
  request: OpenRequest,
  now: number,
): Promise<boolean> {
  const { sitting_id: sittingId, another_device } = door;
  const sitting = await readPaced(deps, { sittingId });
  if (sitting?.state !== 'open' || sitting.device_id === request.deviceId) return true;
  if (sitting.device_id !== null && !request.takeOver) throw new Problem('open-elsewhere');
  checkMayMove(sitting.turns, request.deviceId);
  if (sitting.device_id !== null && another_device === 'approval')
    await checkAllowed(deps, door, request.deviceId);
  // During a pause, the phone that has the turn keeps it.
  refuseInPause(sitting.paused);
  const [row] = writtenSchema.parse(
    await deps.db.rows(TURN, [sittingId, sitting.version, request.deviceId, now]),
  );
  if (row.written === 1) noteRow(deps.db, door);
  return row.written === 1;
}

async function toReply(
  deps: Deps,
  door: Door,
  sitting: WholeSitting,
  request: OpenRequest | null,
  held: Prepared | null,
): Promise<OpenReply> {
  const deviceId = request?.deviceId ?? '';
  const text = await readPaperText(deps, { ...door, format: sitting.format }, sitting.sections);
  const { answers, marked, documents } = project(
    sitting.log,
    sitting.submissions,
    timesOf(sitting),
  );
  const { upTo: acked } = seqsOf(sitting.log, deviceId);
  // A phone that already has the paper of this sitting needs only its key.
  const hasPaper = held !== null && isDeepStrictEqual(held.sections, sitting.sections);
  return {
    ...standingOf(deps, sitting, acked, deps.now()),
    sittingId: sitting.id,
    examId: sitting.exam_id,
    ...text,
    ...(hasPaper && {
      questions: [],
      paperKey: paperKeyOf(deps, door, sitting.id, held.version).key,
    }),
    startedAt: new Date(sitting.started).toISOString(),
    answers: [...answers].map(([qid, answer]) => ({ qid, answer })),
    marked: [...marked],
    documents: documents ?? [],
    receipt: sitting.receipt,
    ...(door.larger_text === true && { largerText: true }),
    ...(deviceId !== '' && {
      deviceKey: deviceKeyOf(deps, sitting.id, deviceId),
      extraKey: extraTimeKeyOf(deps, sitting.enrolment_id),
    }),
  };
}

// Finds the caller's own sitting of an exam.

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

/** Opens the sitting first if necessary, for a client without the device protocol. */
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
