// The rules by which the server judges what a device sends, and the device what it may do.
// Pure: the same log gives the same answers, whatever the order or number of its arrivals.
// Rules cited [AT…] stand in SPEC.md beside this file.

import type { EventType } from '../contract/sync.ts';
import { type OptionName, optionNames } from '../contract/values.ts';

/** Why an event of the log doesn't count. It is stored and acknowledged all the same [AT5]. */
export type Refusal =
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
  refusal: Refusal | null;
};

/** A hand-in with all answers: it counts as one act on each question it names [AT6]. */
export type HandIn = Turn & {
  deviceId: string;
  answers: ReadonlyArray<{ qid: string; answer: OptionName | '' }>;
  elapsed: number;
  receivedAt: number;
};

export type PaperFacts = { hasQuestion(qid: string): boolean; takesDocuments: boolean };

export function compareTurns(a: Turn, b: Turn): number {
  return a.epoch - b.epoch || a.seq - b.seq;
}

export function isOptionName(answer: string): answer is OptionName {
  return (optionNames as readonly string[]).includes(answer);
}

/** At most forty pages, each named by its SHA-256. */
const DOCUMENT_LIST = /^(?:[0-9a-f]{64}(?:,[0-9a-f]{64}){0,39})?$/;

/** What is wrong with an event by itself, or null [AT5]. */
export function judgeAct(
  act: Act,
  paper: PaperFacts,
  deviceEpochs: ReadonlySet<number>,
  handIn: Turn | null,
): Refusal | null {
  if (!deviceEpochs.has(act.epoch)) return 'epoch-not-issued';
  if (handIn && compareTurns(act, handIn) > 0) return 'after-submission';
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

/**
 * A phone wakes its timers late and measures in whole milliseconds, so an act may be this much past
 * the deadline by its own measure and still be before it.
 */
const MEASURING_SLACK_MS = 3_000;

/** A device's measure may be set right by a beacon by this much without looking forged. */
const BACKWARD_SLACK_MS = 5_000;

export type TimeFacts = {
  startedAt: number;
  deadline: number;
  /** What a person decided of the acts held up to then: they count, or they don't. */
  decision: { counted: boolean; at: number } | null;
  /** When the candidate first saw a provisional score, ms; null when they haven't [AT11]. */
  scoreToldAt: number | null;
};

/** `carried`: what became of it stands in a hand-in that counts [AT11]. */
export type Placing = 'counts' | 'held' | 'decided-against' | 'carried';

/**
 * Where an act stands in time [AT8]: `counts` when it arrived before the deadline, or when its measured
 * time since the start places it before; `held` for a person's decision otherwise. The phone's own clock
 * has no say. `highestEarlier` is the greatest `elapsed` among the same device's earlier acts: an act that
 * claims to be much earlier than one before it is no evidence.
 */
export function placeInTime(
  act: { elapsed: number; receivedAt: number },
  times: TimeFacts,
  highestEarlier: number,
): Placing {
  if (act.receivedAt <= times.deadline) return 'counts';
  const measuredInTime = act.elapsed <= times.deadline - times.startedAt + MEASURING_SLACK_MS;
  const keepsOrder = act.elapsed >= highestEarlier - BACKWARD_SLACK_MS;
  return measuredInTime && keepsOrder ? 'counts' : decided(act, times);
}

function decided(act: { receivedAt: number }, times: TimeFacts): Placing {
  if (times.decision === null || act.receivedAt > times.decision.at) return 'held';
  return times.decision.counted ? 'counts' : 'decided-against';
}

export type Placed<T> = { act: T; placing: Placing };

/**
 * Where every act and hand-in stands, in the order of turns; refused acts are left out. A hand-in is answered
 * with the score, so an answer that arrives after one no longer counts by itself: whoever knows the score
 * could find the right option by trying all [AT11].
 */
export function placeAll<A extends LoggedAct, H extends HandIn>(
  log: readonly A[],
  handIns: readonly H[],
  times: TimeFacts,
): { acts: Placed<A>[]; handIns: Placed<H>[] } {
  const highest = new Map<string, number>();
  const inTime: Placed<A>[] = [];
  for (const act of [...log].sort(compareTurns)) {
    const earlier = highest.get(act.deviceId) ?? 0;
    highest.set(act.deviceId, Math.max(earlier, act.elapsed));
    if (!act.refusal) inTime.push({ act, placing: placeInTime(act, times, earlier) });
  }
  const shown = times.scoreToldAt ?? Number.POSITIVE_INFINITY;
  const placedHandIns = [...handIns].sort(compareTurns).map((act) => ({
    act,
    placing:
      act.receivedAt > shown
        ? decided(act, times)
        : placeInTime(act, times, highest.get(act.deviceId) ?? 0),
  }));
  const told = Math.min(shown, ...handIns.map(({ receivedAt }) => receivedAt));
  const counting = placedHandIns.filter(({ placing }) => placing === 'counts');
  const carriers = counting.map(({ act }) => ({
    deviceId: act.deviceId,
    qids: new Set(act.answers.map(({ qid }) => qid)),
  }));
  const acts = inTime.map((placed): Placed<A> => {
    const { act } = placed;
    const isAnswer = act.type === 'answered' || act.type === 'cleared';
    if (!isAnswer || !act.qid || act.receivedAt <= told) return placed;
    const { deviceId, qid } = act;
    const isCarried = carriers.some((by) => by.deviceId === deviceId || by.qids.has(qid));
    return { act, placing: isCarried ? 'carried' : decided(act, times) };
  });
  return { acts, handIns: placedHandIns };
}

export type Projection = {
  /** The answer that counts for each question acted on: an option name, or empty when cleared. */
  answers: Map<string, OptionName | ''>;
  marked: Set<string>;
  /** Hashes of the document pages, in order. */
  documents: string[];
  /** Acts and hand-ins held for a person's decision. */
  held: number;
};

/** The log's meaning: for each question the act with the greatest (epoch, seq) that counts [AT4][AT8][AT11]. */
export function project(
  log: readonly LoggedAct[],
  handIns: readonly HandIn[],
  times: TimeFacts,
): Projection {
  const turns = new Map<string, Turn>();
  const answers = new Map<string, OptionName | ''>();
  const markTurns = new Map<string, Turn & { marked: boolean }>();
  let documents: Turn & { pages: string[] } = { epoch: 0, seq: 0, pages: [] };
  const placed = placeAll(log, handIns, times);

  const say = (qid: string, answer: OptionName | '', turn: Turn) => {
    const standing = turns.get(qid);
    if (standing && compareTurns(standing, turn) > 0) return;
    turns.set(qid, turn);
    answers.set(qid, answer);
  };

  for (const { act, placing } of placed.acts) {
    if (placing !== 'counts') continue;
    if (act.type === 'documents') {
      documents = {
        epoch: act.epoch,
        seq: act.seq,
        pages: act.answer ? act.answer.split(',') : [],
      };
    } else if (act.qid) {
      if (act.type === 'answered' && isOptionName(act.answer ?? ''))
        say(act.qid, act.answer as OptionName, act);
      if (act.type === 'cleared') say(act.qid, '', act);
      if (act.type === 'marked' || act.type === 'unmarked') {
        markTurns.set(act.qid, { epoch: act.epoch, seq: act.seq, marked: act.type === 'marked' });
      }
    }
  }
  for (const { act: handIn, placing } of placed.handIns) {
    if (placing !== 'counts') continue;
    for (const { qid, answer } of handIn.answers) say(qid, answer, handIn);
  }
  const held = [...placed.acts, ...placed.handIns].filter(
    ({ placing }) => placing === 'held',
  ).length;
  const marked = new Set([...markTurns].filter(([, mark]) => mark.marked).map(([qid]) => qid));
  return { answers, marked, documents: documents.pages, held };
}

/** The highest seq up to which nothing is missing: what the server may acknowledge [SY3]. */
export function contiguousUpTo(seqs: Iterable<number>): number {
  const held = new Set(seqs);
  let acked = 0;
  while (held.has(acked + 1)) acked += 1;
  return acked;
}
