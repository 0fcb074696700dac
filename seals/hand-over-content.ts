// The content of a hand-over in as few characters as possible: questions by their place in the paper, options by
// number, times as differences. Everything comes back exactly as it was.
import * as z from 'zod/mini';
import {
  eventTypes,
  type HeardBeacon,
  heardBeaconSchema,
  MOST_BEACONS,
  MOST_EVENTS,
  type SittingEvent,
  sittingEventSchema,
} from '#contract/wire/sync.ts';
import { optionNames } from '#contract/wire/values.ts';
import { answersFrom, type GivenAnswers, optionTexts, statesOf } from './answer-states.ts';

/** Events of one turn, numbered without gaps. */
export type HandOverRun = { epoch: number; events: SittingEvent[] };

export type SealedSubmission = {
  epoch: number;
  seq: number;
  at: number;
  elapsed: number;
  auto: boolean;
  /** Every question answered or cleared, in the paper's order. */
  answers: GivenAnswers;
};

export type HandOver = {
  sittingId: string;
  deviceId: string;
  /** The events that the server had not acknowledged, oldest first. */
  runs: HandOverRun[];
  /** The submission, once there is one. */
  submission: SealedSubmission | null;
  /** The last one may be the phone's own statement of when it sealed this hand-over; it has no signature. */
  beacons: HeardBeacon[];
  /** How many document pages stay on the phone, because a hand-over can't carry them. */
  waiting: number;
};

const whole = z.int().check(z.nonnegative());
/** Bounded as in a push, to what the log can hold. */
const counted = whole.check(z.maximum(1_000_000));
/** A turn has at most one run, and no sitting has nearly this many turns. */
const MOST_RUNS = 100;
const part = z.nullable(z.union([whole, z.string()]));
/** A function, so that a phone, which only writes hand-overs, does without the schema. */
const makePackedSchema = () =>
  z.tuple([
    counted, // waiting
    z
      .array(
        z.tuple([
          counted, // epoch
          counted, // first seq
          // type, question, answer, and by how much elapsed and lead (at − elapsed) grew since the event before
          z
            .array(z.tuple([whole, part, part, z.int(), z.int()]))
            .check(z.minLength(1), z.maxLength(MOST_EVENTS)),
        ]),
      )
      .check(z.maxLength(MOST_RUNS)),
    z.nullable(z.tuple([counted, counted, z.int(), whole, z.boolean(), z.string()])),
    z
      .array(z.tuple([z.union([whole, z.string()]), z.string(), whole, whole, z.nullable(whole)]))
      .check(z.maxLength(MOST_BEACONS)),
  ]);
type Packed = z.infer<ReturnType<typeof makePackedSchema>>;

export function packHandOver(content: HandOver, paper: readonly string[]): Packed {
  const places = new Map(paper.map((qid, place) => [qid, place]));
  const { submission } = content;
  return [
    content.waiting,
    content.runs.map(({ epoch, events }) => {
      let elapsed = 0;
      let lead = 0;
      const packed = events.map((event): Packed[1][number][2][number] => {
        const added = [event.elapsed - elapsed, event.at - event.elapsed - lead] as const;
        elapsed = event.elapsed;
        lead = event.at - event.elapsed;
        const { qid = null, answer = null } = event;
        const option = answer === null ? -1 : optionTexts.indexOf(answer);
        return [
          eventTypes.indexOf(event.type),
          qid === null ? null : (places.get(qid) ?? qid),
          option < 0 ? answer : option,
          ...added,
        ];
      });
      return [epoch, events[0]?.seq ?? 0, packed];
    }),
    submission && [
      submission.epoch,
      submission.seq,
      submission.at,
      submission.elapsed,
      submission.auto,
      statesOf(submission.answers, paper).join(''),
    ],
    content.beacons.map(({ serverTime, signature, elapsed, seq, unsureFrom }) => {
      const at = Date.parse(serverTime);
      const isPlain = new Date(at).toISOString() === serverTime;
      return [isPlain ? at : serverTime, signature, elapsed, seq, unsureFrom ?? null];
    }),
  ];
}

/** @throws for anything that `packHandOver` never makes of this paper */
export function unpackHandOver(
  packed: unknown,
  paper: readonly string[],
): Omit<HandOver, 'sittingId' | 'deviceId'> {
  const [waiting, runs, submission, beacons] = z.parse(makePackedSchema(), packed);
  if (runs.reduce((total, [, , acts]) => total + acts.length, 0) > MOST_EVENTS)
    throw new RangeError('more events than a sitting has');
  const events = z.array(sittingEventSchema).check(z.maxLength(MOST_EVENTS));
  return {
    waiting,
    runs: runs.map(([epoch, first, acts]) => {
      let elapsed = 0;
      let lead = 0;
      const unpacked = acts.map(([type, question, answer, more, leadMore], index) => {
        elapsed += more;
        lead += leadMore;
        const qid = typeof question === 'number' ? paper[question] : question;
        return {
          seq: first + index,
          type: eventTypes[type],
          ...(qid !== null && { qid }),
          ...(answer !== null && {
            answer: typeof answer === 'number' ? optionNames[answer] : answer,
          }),
          at: elapsed + lead,
          elapsed,
        };
      });
      return { epoch, events: z.parse(events, unpacked) };
    }),
    submission: submission && readSubmission(submission, paper),
    beacons: beacons.map(([at, signature, believed, seq, unsureFrom]) =>
      z.parse(heardBeaconSchema, {
        serverTime: typeof at === 'number' ? new Date(at).toISOString() : at,
        signature,
        elapsed: believed,
        seq,
        ...(unsureFrom !== null && { unsureFrom }),
      }),
    ),
  };
}

function readSubmission(
  [epoch, seq, at, elapsed, auto, states]: NonNullable<Packed[2]>,
  paper: readonly string[],
): SealedSubmission {
  return { epoch, seq, at, elapsed, auto, answers: answersFrom([...states].map(Number), paper) };
}
