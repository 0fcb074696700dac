// Takes in a text message that holds a whole answer sheet (rule 21), brought by the SMS operator or typed by a proctor. Only the device's own
// key proves whose it is; until then, nothing that the message claims about itself is believed.
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { problems } from '#contract/wire/problems.ts';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { instant } from '#db/instants.ts';
import { mayReopen } from '#machines/sitting/deadline.ts';
import { digestText } from '#machines/sitting/digest.ts';
import { answersFrom } from '#seals/answer-states.ts';
import { type AnswerSheet, openAnswerText, readAnswerTextHead } from '#seals/answer-text.ts';
import { fromBase64url } from '#seals/bytes.ts';
import { HandOverRefused } from '#seals/hand-over.ts';
import { readTypedCode } from '#seals/typed-code.ts';
import type { Deps } from '../../deps.ts';
import type { InboundText } from '../../gateways/sms-inbound/port.ts';
import { Problem } from '../../problem.ts';
import { queueOnce, sendSmsSoon } from '../messages/sms-outbox.ts';
import { decideByPolicy } from './close-overdue.ts';
import { countsParams, SET_COUNTS } from './counted.ts';
import { deviceKeyOf } from './device-key.ts';
import { type Carried, paperQids } from './judge-events.ts';
import { readOrStart } from './read-or-start.ts';
import { readWhole, type WholeSitting } from './read-sitting.ts';
import {
  ADD_SUBMISSIONS,
  type NewSubmission,
  settlementOf,
  timesOf,
  writeSettlement,
} from './settle.ts';
import { submitSitting } from './submit-sitting.ts';
import { untilUnchanged } from './try-again.ts';
import { keptUnderWay, toUnderWay } from './under-way.ts';

type TakenText = {
  sitting: WholeSitting;
  deviceId: string;
  seq: number;
  /** Whether the text was a submission, and the sitting is submitted. */
  isSubmission: boolean;
  /** Since when the text counts as received, in milliseconds. */
  receivedAt: number;
};

/** Whether a text looks like an answer sheet. If so, it is judged as one and as nothing else. */
export function isAnswerText(given: string): boolean {
  return readTypedCode(given).kind !== 'bare' || readAnswerTextHead(given) !== null;
}

/** The text as it was sealed. A text typed from a screen comes with its check characters. @throws HandOverRefused */
function sealedText(given: string): string {
  const code = readTypedCode(given);
  if (code.kind === 'bare') return given;
  if (code.kind === 'right') return code.text;
  throw new HandOverRefused(code.kind === 'unfinished' ? 'cut' : 'altered');
}

/**
 * @param takenAt when the operator or the proctor received the text, in milliseconds; null for now
 * @param mayBring throws when the sender may not bring answers of this sitting; called before anything of the text is stored
 * @throws HandOverRefused; Problem as for a submission
 */
export async function takeInText(
  deps: Deps,
  given: string,
  way: Carried['way'],
  takenAt: number | null,
  mayBring: (sittingId: string) => Promise<void>,
): Promise<TakenText> {
  const text = sealedText(given);
  const head = readAnswerTextHead(text);
  if (!head) throw new HandOverRefused('foreign');
  const { deviceId, read } = await openByAnyDevice(deps, head.sittingId, text);
  await mayBring(head.sittingId);
  const sitting = await readOrStart(deps, { sittingId: head.sittingId, deviceId });
  if (!sitting) throw new HandOverRefused('foreign');
  const paper = [...(await paperQids(deps.db, sitting))];
  const sheet = read(paper.length);
  if (!sheet) throw new HandOverRefused('altered');
  const now = deps.now();
  const receivedAt = Math.max(sitting.started, Math.min(takenAt ?? now, now));
  const isSubmission = await bringIn(deps, sitting, deviceId, sheet, paper, {
    way,
    receivedAt,
    alone: true,
  });
  const after = (await readWhole(deps.db, { sittingId: sitting.id })) ?? sitting;
  return { sitting: after, deviceId, seq: sheet.seq, isSubmission, receivedAt };
}

const devicesSchema = z.array(z.object({ device_id: z.string() }));

/** A text doesn't say which phone it comes from, so the key of each of the sitting's few devices is tried. */
async function openByAnyDevice(deps: Deps, sittingId: string, text: string) {
  const devices = devicesSchema.parse(
    await deps.db.rows(
      `select device_id from sitting_devices where sitting_id = $1
       union select device_id from prepared_devices where sitting_id = $1 limit 50`,
      [sittingId],
    ),
  );
  if (devices.length === 0) throw new HandOverRefused('foreign');
  for (const { device_id: deviceId } of devices) {
    const key = fromBase64url(deviceKeyOf(deps, sittingId, deviceId));
    const read = await openAnswerText(text, key);
    if (read) return { deviceId, read };
  }
  throw new HandOverRefused('altered');
}

/** @returns whether it is a submission that stands */
async function bringIn(
  deps: Deps,
  sitting: WholeSitting,
  deviceId: string,
  { kind, epoch, seq, seconds, states }: AnswerSheet,
  paper: readonly string[],
  by: Carried,
): Promise<boolean> {
  const answers = answersFrom(states, paper);
  const digest = createHash('sha256').update(digestText(answers, seq)).digest('hex');
  const made = { deviceId, epoch, seq, digest, elapsed: seconds * 1_000, at: by.receivedAt };
  // The phone's timer ended too early, because the phone didn't know of extra time or had the wrong time: the sitting continues [AT9].
  const isTooEarly = kind === 'timer' && mayReopen(by.receivedAt, sitting.deadline);
  if (kind === 'so-far' || isTooEarly) {
    // The turn may be one that was reserved for this phone, while the phone was later given another one without hearing of it.
    const joined = await readOrStart(deps, { sittingId: sitting.id, deviceId, epoch });
    if (!joined?.turns.some(([device, turn]) => device === deviceId && turn === epoch))
      throw new HandOverRefused('foreign');
    await keepSoFar(deps, sitting.id, {
      ...made,
      answers,
      refused: [],
      auto: false,
      beacon: null,
      receivedAt: by.receivedAt,
      final: false,
      way: by.way,
    });
    return false;
  }
  const auto = kind === 'timer';
  const device = { ...made, protocol: PROTOCOL, sittingId: sitting.id, auto } as const;
  try {
    await submitSitting(
      deps,
      { uid: sitting.uid, examId: sitting.exam_id },
      { answers, device: { ...device, events: [] } },
      by,
    );
    return true;
  } catch (error) {
    const code = error instanceof Problem ? error.code : null;
    // Another submission stands, or another device has the turn. A text holds nothing else to take in.
    if (code === 'already-submitted' || code === 'open-elsewhere') return false;
    throw error;
  }
}

// Stores how far a candidate was, told by a text message during the exam [AT14]. It counts as an act on each question that it names and ends
// nothing. Taking it in twice changes nothing.

const KEEP = `
with s as (
  update sittings set version = version + 1, last_heard_at = greatest(last_heard_at, ${instant('$4')}),
    ${SET_COUNTS('$5', '$6', '$7')}
  where id = $1 and version = $2::int returning id
), told as (${ADD_SUBMISSIONS('$3::text::jsonb')}
)
select count(*)::int as written from s`;

const writtenSchema = z.tuple([z.object({ written: z.int() })]);

/** @throws Problem handover-refused when another message with this device and seq was taken in and says something else */
async function keepSoFar(deps: Deps, sittingId: string, soFar: NewSubmission): Promise<void> {
  await untilUnchanged(async () => {
    const sitting = await readWhole(deps.db, { sittingId });
    if (!sitting) return true;
    const now = deps.now();
    const standing = sitting.submissions.find(
      ({ deviceId, seq }) => deviceId === soFar.deviceId && seq === soFar.seq,
    );
    // One must never get the other's time of receipt: someone who knows the score could change what came before it [AT11].
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

// Takes in text messages. An answer sheet counts from when the operator received it, and a submission is answered with the code of its
// receipt. A text that is no answer sheet, or that is refused for good, is dropped: sending it again would change nothing. One that may be
// taken in later, such as from a phone that a proctor has yet to allow, is asked for again.

/** @throws Problem unavailable, so that the operator sends all of them again */
export async function takeInTexts(deps: Deps, texts: readonly InboundText[]): Promise<void> {
  let later = 0;
  for (const { from, text, receivedAt } of texts) {
    const taken = await takeIn(deps, text, receivedAt);
    if (taken === 'later') later += 1;
    else if (taken) await answer(deps, from, taken);
  }
  if (later > 0) throw new Problem('unavailable', { retryAfter: 60 });
}

async function takeIn(
  deps: Deps,
  text: string,
  receivedAt: number | null,
): Promise<TakenText | 'later' | null> {
  try {
    return await takeInText(deps, text, 'sms', receivedAt, async () => {});
  } catch (error) {
    const isRefused = error instanceof HandOverRefused || error instanceof Problem;
    if (!isRefused || (error instanceof Problem && error.status >= 500)) throw error;
    const why = error instanceof HandOverRefused ? error.fault : error.code;
    // Logs neither the text nor the number: both are private.
    deps.log.info({ why }, 'a text message was not taken in');
    return error instanceof Problem && problems[error.code].retry === 'later' ? 'later' : null;
  }
}

/** Answers a submission once, however often its text comes. */
async function answer(deps: Deps, from: string, { sitting, seq, isSubmission }: TakenText) {
  const mobile = from.replace(/\D/g, '').slice(-10);
  const { receipt } = sitting;
  if (!isSubmission || receipt === null || !/^[6-9]\d{9}$/.test(mobile)) return;
  const { uid } = sitting;
  const vars = { code: receipt.code };
  const message = { purpose: 'submission-receipt', uid, mobile, vars } as const;
  await queueOnce(deps.db.orm, deps.now(), [{ ...message, id: `${sitting.id}-${seq}` }]);
  sendSmsSoon(deps);
}
