// Takes in what a candidate handed over without a network (rule 21). It follows the same rules as a push and a submission, and counts as
// received when the proctor's device got it. Taking it in twice changes nothing.
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Caller } from '#api/services/auth/sessions.ts';
import type { HandOverReply } from '#contract/hall/hand-over.ts';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { mayReopen } from '#machines/sitting/deadline.ts';
import { digestText } from '#machines/sitting/digest.ts';
import { MEASURE_SLACK_MS, sealedAt } from '#machines/sitting/evidence.ts';
import { seqsOf } from '#machines/sitting/log-so-far.ts';
import { type Bytes, fromBase64url } from '#seals/bytes.ts';
import {
  type HandOverFault,
  HandOverRefused,
  openHandOver,
  readHandOverHead,
} from '#seals/hand-over.ts';
import { fromCodes, readCode } from '#seals/hand-over-codes.ts';
import type { HandOver } from '#seals/hand-over-content.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { mayBring } from '../staff/assign-exam.ts';
import { deviceKeyOf } from './device-key.ts';
import { type Carried, paperQids } from './judge-events.ts';
import { carryEvents } from './push-events.ts';
import { readOrStart } from './read-or-start.ts';
import { readWhole, type WholeSitting } from './read-sitting.ts';
import { beaconAt, isBeaconOf } from './standing.ts';
import { submitSitting } from './submit-sitting.ts';
import { isAnswerText, takeInText } from './take-in-text.ts';

const reasons: Record<HandOverFault | 'not-yours', string> = {
  altered:
    'This hand-over was changed, misread, or made for another exam server. Please take it in again from the candidate’s phone.',
  cut: 'Part of this hand-over is missing. Please take it in again from the candidate’s phone, including all its codes.',
  foreign:
    'This hand-over doesn’t belong to any exam on this server, or the office has moved the candidate to another exam. If you typed it, please check it against the candidate’s screen, group by group, and take it in again.',
  'not-yours': 'This hand-over is from an exam or room that isn’t assigned to you.',
};
/** Shown for typed letters: hardly anybody alters these, but everybody mistypes one in two hundred. */
const MISTYPED =
  'This code doesn’t match any phone in an exam on this server. There’s probably a typing mistake: please check it against the candidate’s screen, group by group, correct it and take it in again.';

function refusal(fault: HandOverFault | 'not-yours', sentence: string = reasons[fault]): Problem {
  return new Problem('handover-refused', { sentence, fields: { reason: fault } });
}

/** @param takenAt when the caller's device received the hand-over, in milliseconds; null for now */
export async function takeInHandOver(
  deps: Deps,
  caller: Caller,
  given: { bytes: Bytes } | { text: string },
  takenAt: number | null,
): Promise<HandOverReply> {
  const letters = 'text' in given && isAnswerText(given.text) ? given.text : null;
  try {
    if (letters !== null) return await takeInTyped(deps, caller, letters, takenAt);
    const bytes = 'bytes' in given ? given.bytes : bytesOf(given.text);
    return await takeIn(deps, caller, bytes, takenAt);
  } catch (error) {
    if (!(error instanceof HandOverRefused)) throw error;
    throw letters === null ? refusal(error.fault) : refusal(error.fault, MISTYPED);
  }
}

/** Reads codes, one a line. @throws HandOverRefused */
function bytesOf(text: string): Bytes {
  const parts = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [readCode(line)]));
  return fromCodes(parts.map((part) => part ?? refuseForeign()));
}

function refuseForeign(): never {
  throw new HandOverRefused('foreign');
}

/** Takes in a text message that a proctor typed or was given. */
async function takeInTyped(
  deps: Deps,
  caller: Caller,
  text: string,
  takenAt: number | null,
): Promise<HandOverReply> {
  const taken = await takeInText(deps, text, 'handover', takenAt, (sittingId) =>
    requireWatch(deps, caller, sittingId),
  );
  const { deviceId, seq, isSubmission, receivedAt } = taken;
  await recordAudit(deps.db.orm, deps.now(), {
    actor: caller.uid,
    action: 'sitting.handed-over',
    subject: taken.sitting.id,
    detail: {
      device: deviceId,
      text: seq,
      takenAt: new Date(receivedAt),
      submission: isSubmission,
    },
  });
  return replyOf(deps, taken.sitting, taken.deviceId);
}

const nameSchema = z.object({ full_name: z.string() });

async function replyOf(
  { db }: Pick<Deps, 'db'>,
  sitting: WholeSitting,
  deviceId: string,
): Promise<HandOverReply> {
  const [row] = await db.rows('select full_name from users where uid = $1', [sitting.uid]);
  return {
    uid: sitting.uid,
    fullName: nameSchema.parse(row).full_name,
    sittingId: sitting.id,
    acked: seqsOf(sitting.log, deviceId).upTo,
    submitted: sitting.state === 'submitted',
    ...(sitting.receipt && { receipt: sitting.receipt }),
  };
}

async function takeIn(
  deps: Deps,
  caller: Caller,
  bytes: Bytes,
  takenAt: number | null,
): Promise<HandOverReply> {
  const { sittingId, deviceId } = readHandOverHead(bytes);
  // A package that opens with the device's key belongs to the sitting. Nothing is looked up for a package that doesn't open.
  const read = await openHandOver(bytes, fromBase64url(deviceKeyOf(deps, sittingId, deviceId)));
  // Checked before anything of the hand-over is stored.
  await requireWatch(deps, caller, sittingId);
  // Creates a sitting that began on the phone alone.
  const sitting = await readOrStart(deps, { sittingId, deviceId });
  if (!sitting?.turns.some(([device]) => device === deviceId)) throw refusal('foreign');
  const sealed = read([...(await paperQids(deps.db, sitting))]);
  const now = deps.now();
  const had = Math.min(takenAt ?? now, now);
  const receivedAt = Math.max(
    sitting.started,
    Math.min(now, notBefore(deps, sitting, sealed, had)),
  );
  const handOver = { ...sealed, beacons: beaconsOf(deps, sitting, sealed, had) };
  await bringIn(deps, sitting, handOver, { way: 'handover', receivedAt });
  await note(deps, caller.uid, sitting, handOver, receivedAt);
  return replyOf(deps, (await readWhole(deps.db, { sittingId })) ?? sitting, deviceId);
}

// The proctor's phone may have the wrong time. A hand-over can't have been taken in before it was sealed: not before the last beacon that it
// holds, nor long before the time at which the candidate's phone says it was sealed. Claiming a later time gains that phone nothing.

const ownBeacon = ({ beacons }: HandOver) => beacons.find(({ signature }) => signature === '');

function notBefore(deps: Deps, { id, started }: WholeSitting, sealed: HandOver, had: number) {
  const heard = sealed.beacons.filter((beacon) => isBeaconOf(deps, id, beacon));
  const own = ownBeacon(sealed);
  return Math.max(
    had,
    ...heard.map(({ serverTime }) => Date.parse(serverTime)),
    ...(own ? [started + own.elapsed - MEASURE_SLACK_MS] : []),
  );
}

/** When both phones agree on when the hand-over was sealed, that moment ends the silence as a beacon does [AT8]. */
function beaconsOf(deps: Deps, sitting: WholeSitting, sealed: HandOver, had: number) {
  const { id, started: startedAt, transit_seconds } = sitting;
  const own = ownBeacon(sealed);
  const at = own && sealedAt(own.elapsed, had, { startedAt, transitMs: transit_seconds * 1_000 });
  return at ? [...sealed.beacons, { ...own, ...beaconAt(deps, at, id) }] : sealed.beacons;
}

const PLACE = `select n.exam_id, n.room from enrolments n where n.id in (
  select enrolment_id from sittings where id = $1 union select enrolment_id from prepared_papers where sitting_id = $1)`;
const placeSchema = z.object({ exam_id: z.string(), room: z.string() });

/** Finds the exam and room of a sitting that is here, or that a paper was prepared for. @throws Problem handover-refused */
async function requireWatch(deps: Deps, caller: Caller, sittingId: string): Promise<void> {
  const [row] = await deps.db.rows(PLACE, [sittingId]);
  if (!row) throw refusal('foreign');
  const { exam_id, room } = placeSchema.parse(row);
  if (!(await mayBring(deps, caller, exam_id, room))) throw refusal('not-yours');
}

/** Brings in events turn by turn. A submission comes together with the events of its turn, as the phone would send it. */
async function bringIn(
  deps: Deps,
  sitting: WholeSitting,
  { sittingId, deviceId, runs, submission, beacons, waiting }: HandOver,
  by: Carried,
): Promise<void> {
  const push = ({ epoch, events }: HandOver['runs'][number]) =>
    carryEvents(
      deps,
      { protocol: PROTOCOL, sittingId, deviceId, epoch, events, waiting, words: beacons },
      by,
    );
  // The phone's timer ended too early, because the phone didn't know of extra time or had the wrong time: the sitting continues [AT9].
  const isTooEarly = submission?.auto === true && mayReopen(by.receivedAt, sitting.deadline);
  const ends = isTooEarly ? null : submission;
  const last = ends ? runs.findLast(({ epoch }) => epoch === ends.epoch) : undefined;
  for (const run of runs) if (run !== last) await push(run);
  if (!ends) return;
  const { answers, auto, at, elapsed, epoch, seq } = ends;
  const digest = createHash('sha256').update(digestText(answers, seq)).digest('hex');
  const events = last?.events ?? [];
  const device = { protocol: PROTOCOL, sittingId, deviceId, epoch, seq, digest } as const;
  try {
    await submitSitting(
      deps,
      { uid: sitting.uid, examId: sitting.exam_id },
      { answers: [...answers], device: { ...device, at, elapsed, auto, events, words: beacons } },
      by,
    );
  } catch (error) {
    const code = error instanceof Problem ? error.code : null;
    if (code !== 'already-submitted' && code !== 'open-elsewhere') throw error;
    // Another submission stands, or another device has the turn. The events still come in, as rule 10 requires.
    if (last) await push(last);
  }
}

/** Records what the hand-over brought, once, however often it is taken in. */
async function note(
  deps: Deps,
  actor: string,
  before: WholeSitting,
  { deviceId, runs, submission }: HandOver,
  receivedAt: number,
): Promise<void> {
  const held = new Set(before.log.flatMap((act) => (act.deviceId === deviceId ? [act.seq] : [])));
  const fresh = runs.flatMap(({ events }) => events.filter(({ seq }) => !held.has(seq)));
  const isHeld = before.submissions.some(
    (one) => one.deviceId === deviceId && one.seq === submission?.seq,
  );
  if (fresh.length === 0 && (submission === null || isHeld)) return;
  const detail = { device: deviceId, events: fresh.length, takenAt: new Date(receivedAt) };
  await recordAudit(deps.db.orm, deps.now(), {
    actor,
    action: 'sitting.handed-over',
    subject: before.id,
    detail: { ...detail, submission: submission !== null && !isHeld },
  });
}
