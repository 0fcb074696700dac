// The rules by which the server judges what a device sends, and by which the device judges what it may do. Pure: the
// same log gives the same answers, in whatever order and however often its events arrive. Rules [AT…] are in SPEC.md.

import type { HeldReason } from '../contract/desk/live.ts';
import type { EventType } from '../contract/wire/sync.ts';
import { type OptionName, optionNames } from '../contract/wire/values.ts';
import {
  type DeviceEvidence,
  type Evidence,
  evidenceOf,
  fixedAt,
  noEvidence,
  type Silence,
  silenceOf,
  type Weighed,
} from './evidence.ts';

/** Why an event of the log doesn't count. It is stored and acknowledged all the same [AT5]. */
export type ActRefusal =
  | 'unknown-question'
  | 'unknown-option'
  | 'malformed'
  | 'epoch-not-issued'
  | 'after-submission';

/** A place in the order of acts: greater epoch first, then greater seq [AT4]. */
export type Turn = { epoch: number; seq: number };

export type Act = Turn & {
  type: EventType;
  qid?: string | null | undefined;
  answer?: string | null | undefined;
  /** Milliseconds since the sitting's start, as the device measured them by the server's clock. */
  elapsed: number;
};

export type LoggedAct = Act & {
  deviceId: string;
  receivedAt: number;
  refusal: ActRefusal | null;
};

/** A submission with all answers: it counts as one act on each question it names [AT6]. */
export type Submission = Turn & {
  deviceId: string;
  answers: ReadonlyArray<{ qid: string; answer: OptionName | '' }>;
  elapsed: number;
  receivedAt: number;
  /** False if it ended nothing: a text message with progress, or a submission whose sitting was reopened [AT14]. */
  final: boolean;
};

export type PaperFacts = { hasQuestion(qid: string): boolean; takesDocuments: boolean };

export function compareTurns(a: Turn, b: Turn): number {
  return a.epoch - b.epoch || a.seq - b.seq;
}

/** Whether a submission has ended the sitting. */
export function isSubmitted(submissions: ReadonlyArray<Pick<Submission, 'final'>>): boolean {
  return submissions.some(({ final }) => final);
}

export function isOptionName(answer: string): answer is OptionName {
  return (optionNames as readonly string[]).includes(answer);
}

/** At most forty pages, each named by its SHA-256. */
const DOCUMENT_LIST = /^(?:[0-9a-f]{64}(?:,[0-9a-f]{64}){0,39})?$/;

/** Why an event is refused, judged without the rest of the log; null if it is accepted [AT5]. */
export function judgeAct(
  act: Act,
  paper: PaperFacts,
  deviceEpochs: ReadonlySet<number>,
  submission: Turn | null,
): ActRefusal | null {
  if (!deviceEpochs.has(act.epoch)) return 'epoch-not-issued';
  if (submission && compareTurns(act, submission) > 0) return 'after-submission';
  switch (act.type) {
    case 'started':
    case 'submitted':
    case 'reopened':
      return null;
    case 'documents':
      return paper.takesDocuments && DOCUMENT_LIST.test(act.answer ?? '') ? null : 'malformed';
    case 'answered':
      if (!act.qid) return 'malformed';
      if (!paper.hasQuestion(act.qid)) return 'unknown-question';
      return isOptionName(act.answer ?? '') ? null : 'unknown-option';
    case 'cleared':
    case 'marked':
    case 'unmarked':
      if (!act.qid) return 'malformed';
      return paper.hasQuestion(act.qid) ? null : 'unknown-question';
  }
}

export type TimeFacts = {
  startedAt: number;
  deadline: number;
  /** The transit allowance: milliseconds after the deadline in which work may still arrive. */
  transitMs: number;
  /** Measured work counts automatically if it arrives within this many milliseconds after the deadline; 0: never. */
  lateMs: number;
  /** Whether the office accepts measured late work without a review. */
  trustsMeasured: boolean;
  /** A person's decision on the held acts that had arrived by `at`: whether they count. */
  decision: { counted: boolean; at: number } | null;
  /** A person has reviewed the late work that counts and arrived by then, ms; null if nobody has. */
  lookedAt: number | null;
  /** When the candidate first saw a provisional score, ms; null if they haven't [AT11]. */
  scoreToldAt: number | null;
  /** The beacons and the log digest that each device sent, by device id. */
  evidence: ReadonlyMap<string, DeviceEvidence>;
};

/** `carried`: a submission that counts already contains its outcome [AT11]. */
export type Placing = 'counts' | 'held' | 'decided-against' | 'carried';

/** `why`: the reasons that keep it from counting automatically; empty if there are none. */
type Standpoint = { placing: Placing; evidence: Evidence; why: readonly HeldReason[] };
export type Placed<T> = Standpoint & { act: T };

/**
 * Places an act by its time [AT8]. A proven act counts. A measured act counts if it arrived within the exam's lateness
 * (`lateMs`). Any other act waits for a person's decision.
 */
function placeInTime(
  act: { receivedAt: number },
  { evidence, doubt }: Weighed,
  times: TimeFacts,
): Standpoint {
  const isSoonEnough = act.receivedAt <= times.deadline + times.lateMs;
  if (evidence === 'proven' || (evidence === 'measured' && isSoonEnough))
    return { evidence, placing: 'counts', why: [] };
  return { evidence, placing: decided(act, times), why: [doubt ?? 'arrived-late'] };
}

function decided(act: { receivedAt: number }, times: TimeFacts): Placing {
  if (times.decision === null || act.receivedAt > times.decision.at) return 'held';
  return times.decision.counted ? 'counts' : 'decided-against';
}

/**
 * Places every act and submission, in the order of turns; refused acts are left out. The reply to a submission carries
 * the score. So an answer that arrives after it no longer counts automatically, unless it comes from another device and
 * a digest that covers it arrived before. Otherwise a candidate who knows the score could find the right option by
 * trying them all [AT11].
 */
export function placeAll<A extends LoggedAct, H extends Submission>(
  log: readonly A[],
  submissions: readonly H[],
  times: TimeFacts,
): { acts: Placed<A>[]; submissions: Placed<H>[] } {
  const of = (deviceId: string) => times.evidence.get(deviceId) ?? noEvidence;
  const measures = new Map<string, { seq: number; highest: number }>();
  // A beacon corrects the device's measure, so measures from before the beacon are ignored.
  const highestSinceBeacon = ({ deviceId, seq }: LoggedAct | Submission): number => {
    const last = measures.get(deviceId);
    if (!last) return 0;
    const isSetRight = of(deviceId).beacons.some(
      (beacon) => beacon.seq >= last.seq && beacon.seq < seq,
    );
    return isSetRight ? 0 : last.highest;
  };
  const inTime: Placed<A>[] = [];
  for (const act of [...log].sort(compareTurns)) {
    const earlier = highestSinceBeacon(act);
    measures.set(act.deviceId, { seq: act.seq, highest: Math.max(earlier, act.elapsed) });
    if (act.refusal) continue;
    const weighed = evidenceOf(act, times, of(act.deviceId), earlier);
    inTime.push({ act, ...placeInTime(act, weighed, times) });
  }
  const shown = times.scoreToldAt ?? Number.POSITIVE_INFINITY;
  const finals = submissions.filter(({ final }) => final);
  const told = Math.min(shown, ...finals.map(({ receivedAt }) => receivedAt));
  // From `chosen` on, no digest helps: a candidate who knows the score without a log can show that log or keep it back,
  // whichever scores better. The device that submitted without the log could do the same, and a submission that names
  // no device ('') may come from any device. A digest proves only what a log holds.
  const end = times.deadline + times.transitMs;
  const late = finals.flatMap(({ receivedAt }) => (receivedAt > end ? [receivedAt] : []));
  const chosen = Math.min(shown, ...late);
  const submitters = new Set(finals.map(({ deviceId }) => deviceId));
  const inTimeSubmissions = [...submissions].sort(compareTurns).map((act): Placed<H> => {
    // No `fixed`: a digest of the log doesn't cover the answers of a submission.
    const { beacons } = of(act.deviceId);
    const weighed = evidenceOf(act, times, { beacons, fixed: null }, highestSinceBeacon(act));
    const placed = { act, ...placeInTime(act, weighed, times) };
    return act.receivedAt > shown ? afterScore(placed, decided(act, times)) : placed;
  });
  const counting = inTimeSubmissions.filter(
    ({ act, placing }) => act.final && placing === 'counts',
  );
  const carriers = counting.map(({ act }) => ({
    deviceId: act.deviceId,
    qids: new Set(act.answers.map(({ qid }) => qid)),
  }));
  const placedSubmissions = inTimeSubmissions.map((placed): Placed<H> => {
    const { act } = placed;
    if (act.final) return placed;
    // After a final submission in turn, where an act would be refused [AT5], it is treated as sent after the score.
    const isAfter = finals.some((final) => compareTurns(act, final) > 0);
    if (!isAfter && act.receivedAt <= told) return placed;
    const isCarried = act.answers.every(({ qid }) =>
      carriers.some((by) => by.deviceId === act.deviceId || by.qids.has(qid)),
    );
    return afterScore(placed, isCarried ? 'carried' : decided(act, times));
  });
  const acts = inTime.map((placed): Placed<A> => {
    const { act } = placed;
    const isAnswer = act.type === 'answered' || act.type === 'cleared';
    if (!isAnswer || !act.qid || act.receivedAt <= told) return placed;
    const { deviceId, qid } = act;
    const isFixed = fixedAt(act, of(deviceId).fixed) <= told;
    if (isFixed && act.receivedAt <= chosen && !submitters.has(deviceId) && !submitters.has(''))
      return placed;
    const isCarried = carriers.some((by) => by.deviceId === deviceId || by.qids.has(qid));
    return afterScore(placed, isCarried ? 'carried' : decided(act, times));
  });
  return { acts, submissions: placedSubmissions };
}

function afterScore<P extends Standpoint>(placed: P, placing: Placing): P {
  return { ...placed, placing, why: [...placed.why, 'score-told'] };
}

export type Projection = {
  /** The answer that counts for each question acted on: an option name, or empty when cleared. */
  answers: Map<string, OptionName | ''>;
  marked: Set<string>;
  /** Hashes of the document pages, in order; null if no device named any: then all sent pages count. */
  documents: string[] | null;
  /** Acts and submissions that wait for a person's decision. */
  held: number;
  /** Acts and submissions that a person or the office's policy decided against. */
  against: number;
  /** Set while what counts rests on measured late work that nobody has reviewed [AT12]. */
  late: Silence | null;
};

/**
 * What the log means: for each question, of the acts that count, the one with the greatest (epoch, seq)
 * [AT4][AT8][AT11].
 */
export function project(
  log: readonly LoggedAct[],
  submissions: readonly Submission[],
  times: TimeFacts,
): Projection {
  return meaningOf(placeAll(log, submissions, times), log, times);
}

/** Like `project`, for a log that `placeAll` has already placed. */
export function meaningOf(
  placed: AllPlaced,
  log: readonly LoggedAct[],
  times: TimeFacts,
): Projection {
  const all = [...placed.acts, ...placed.submissions];
  const count = (wanted: Placing) => all.filter(({ placing }) => placing === wanted).length;
  const standing = whatCounts(placed, () => true);
  return {
    ...standing,
    held: count('held'),
    against: count('decided-against'),
    late: lateWork(placed, standing, log, times),
  };
}

/** How many questions have an answer that counts. */
export function countAnswered({ answers }: Pick<Projection, 'answers'>): number {
  return [...answers.values()].filter((answer) => answer !== '').length;
}

/**
 * The document pages that must arrive: those in the last list that counts, and in the last list that a person may still
 * accept.
 */
export function awaitedPages(
  log: readonly LoggedAct[],
  submissions: readonly Submission[],
  times: TimeFacts,
): Set<string> {
  const lists = placeAll(log, submissions, times).acts.filter(
    ({ act }) => act.type === 'documents',
  );
  const last = (wanted: Placing) => lists.findLast(({ placing }) => placing === wanted)?.act.answer;
  const named = [last('counts'), last('held')].flatMap((list) => (list ? list.split(',') : []));
  return new Set(named);
}

type Standing = Pick<Projection, 'answers' | 'marked' | 'documents'>;
type AllPlaced = { acts: Placed<LoggedAct>[]; submissions: Placed<Submission>[] };

function whatCounts(
  placed: AllPlaced,
  isTaken: (placed: Placed<LoggedAct | Submission>) => boolean,
): Standing {
  const turns = new Map<string, Turn>();
  const answers = new Map<string, OptionName | ''>();
  const markTurns = new Map<string, Turn & { marked: boolean }>();
  const isNamed = placed.acts.some(({ act }) => act.type === 'documents');
  let documents: string[] | null = isNamed ? [] : null;

  const say = (qid: string, answer: OptionName | '', turn: Turn) => {
    const standing = turns.get(qid);
    if (standing && compareTurns(standing, turn) > 0) return;
    turns.set(qid, turn);
    answers.set(qid, answer);
  };

  for (const one of placed.acts) {
    const { act } = one;
    if (one.placing !== 'counts' || !isTaken(one)) continue;
    if (act.type === 'documents') {
      documents = act.answer ? act.answer.split(',') : [];
    } else if (act.qid) {
      if (act.type === 'answered' && isOptionName(act.answer ?? ''))
        say(act.qid, act.answer as OptionName, act);
      if (act.type === 'cleared') say(act.qid, '', act);
      if (act.type === 'marked' || act.type === 'unmarked') {
        markTurns.set(act.qid, { epoch: act.epoch, seq: act.seq, marked: act.type === 'marked' });
      }
    }
  }
  for (const one of placed.submissions) {
    if (one.placing !== 'counts' || !isTaken(one)) continue;
    for (const { qid, answer } of one.act.answers) say(qid, answer, one.act);
  }
  const marked = new Set([...markTurns].filter(([, mark]) => mark.marked).map(([qid]) => qid));
  return { answers, marked, documents };
}

/** Null also for late work that changes nothing, which needs no review: usually only the submission came late. */
function lateWork(
  placed: AllPlaced,
  standing: Standing,
  log: readonly LoggedAct[],
  times: TimeFacts,
): Silence | null {
  const isLate = ({ act, evidence, placing }: Placed<LoggedAct | Submission>) =>
    placing === 'counts' && evidence === 'measured' && act.receivedAt > (times.lookedAt ?? 0);
  const late = [...placed.acts, ...placed.submissions].filter(isLate);
  if (times.trustsMeasured || late.length === 0) return null;
  const without = whatCounts(placed, (one) => !isLate(one));
  if (isSame(standing, without)) return null;
  const devices = new Set(late.map(({ act }) => act.deviceId));
  const heard = [
    times.startedAt,
    ...log.filter(({ deviceId }) => devices.has(deviceId)).map(({ receivedAt }) => receivedAt),
    ...[...devices].flatMap((id) => times.evidence.get(id)?.beacons.map(({ at }) => at) ?? []),
  ].filter((at) => at <= times.deadline);
  const arrived = Math.max(...late.map(({ act }) => act.receivedAt));
  return silenceOf(times.deadline, Math.max(...heard), arrived);
}

/** Treats a cleared answer and a missing one as equal. */
function isSame(one: Standing, other: Standing): boolean {
  const qids = new Set([...one.answers.keys(), ...other.answers.keys()]);
  return (
    one.documents?.join() === other.documents?.join() &&
    [...qids].every((qid) => (one.answers.get(qid) ?? '') === (other.answers.get(qid) ?? ''))
  );
}
