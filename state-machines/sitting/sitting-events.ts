// What happens to a sitting on one device: the events between sitting.machine.ts and the phone. Every instant is in
// milliseconds since 1970 by the server's clock, as the device knows it (rule 14).
import type { EventType } from '../contract/wire/sync.ts';
import { remainingAt } from './deadline.ts';

/** What the machine needs of the sitting's row on the device. */
export type SittingFacts = {
  sittingId: string;
  startedAt: number;
  deadline: number;
  /** When a proctor stopped its clock [AT20]. */
  pausedAt: number | null;
  /** A submission is in the log on this device and was not taken back. */
  submitted: boolean;
  /** It was submitted at a time that no beacon has confirmed [AT9]. */
  unconfirmed: boolean;
  received: boolean;
  /** This device has the newest turn (rule 10). */
  mine: boolean;
  /** The server has a submission from another device. */
  submittedElsewhere: boolean;
  /** Another device has the turn, and the sitting is over: submitted there, or closed [AT7]. */
  endedElsewhere: boolean;
};

/** What decides whether the sitting may open [AT1]. */
export type Entry = {
  /** A uid is stored, and the user's status is Fees Paid. */
  eligible: boolean;
  /** The exam_done flag of this exam. */
  done: boolean;
  /** Null if the exam could not be read; then only a sitting that is on this device opens. */
  exam: { active: boolean; startDate: number } | null;
  sitting: SittingFacts | null;
  /** When the page opened, a submission on this device was waiting for its receipt. */
  waited: boolean;
};

/** One thing the candidate did to the paper; shapes as in the contract's SittingEvent. */
export type CandidateAct = {
  type: Exclude<EventType, 'started' | 'submitted' | 'reopened'>;
  qid?: string;
  answer?: string;
};

export type LookUpOutcome =
  | { type: 'FOUND'; entry: Entry; writes: boolean; now: number }
  | { type: 'LOOK_UP_FAILED'; message: string };

/**
 * What somebody must do first: a proctor allows this phone or resumes the exam [AT20], or the office adds the questions
 * [AT1].
 */
export type AwaitedWord = 'device-not-allowed' | 'exam-paused' | 'section-too-large';

/** A successful opening has no event of its own: STORED brings the sitting [AT2]. */
export type OpenOutcome =
  | {
      type: 'OPEN_REFUSED';
      reason: 'inactive' | 'not-eligible' | 'already-submitted' | 'elsewhere' | 'over' | 'not-yet';
    }
  /** `chance` in [0, 1) spreads the retries of many phones; `retryAfterMs` is what the server asked for. */
  | {
      type: 'OPEN_FAILED';
      message: string;
      /** What somebody must do first. */
      waitsFor: AwaitedWord | null;
      chance: number;
      retryAfterMs: number | null;
      now: number;
    };

/** The typed code opens no paper here; the next try waits a little longer. */
type CodeOutcome = OpenOutcome | { type: 'CODE_REFUSED'; now: number };

/** The phone's storage refused; `message` says what to do (rule 7). */
type WriteFailure = { type: 'WRITE_FAILED'; message: string; now: number };

export type SittingMachineEvent =
  | LookUpOutcome
  | CodeOutcome
  | WriteFailure
  /** Every act so far is on disk. */
  | { type: 'WRITTEN' }
  /** About once a second. */
  | { type: 'TICK'; now: number }
  /** The server sent the exam's start again, with the paper. */
  | { type: 'START_MOVED'; startDate: number }
  | { type: 'START' }
  /** A start code was typed, complete and without a mistake [AT18]. */
  | { type: 'START_CODE'; code: string }
  | { type: 'TAKE_OVER' }
  | { type: 'RETRY' }
  | { type: 'NETWORK_BACK' }
  | { type: 'ACT'; act: CandidateAct }
  | { type: 'SUBMIT' }
  /** The sitting's row on the device changed, whoever wrote it: this tab, another, or the sync. */
  | { type: 'STORED'; sitting: SittingFacts; now: number }
  /** This tab is the one that writes from now on (rule 4). */
  | { type: 'LOCK_GAINED' };

export type SittingContext = {
  /** Null until the exam is read. */
  startDate: number | null;
  sitting: SittingFacts | null;
  now: number;
  /** Whether this tab is the one that writes. */
  writes: boolean;
  takeOver: boolean;
  failures: number;
  retryAt: number;
  /** Start codes that opened nothing, and when the next may be tried [AT18]. */
  codeFailures: number;
  codeAt: number;
  /** Why the last act or opening failed, for a person; null when all is well. */
  message: string | null;
  /** What an opening waits for. */
  waitsFor: AwaitedWord | null;
  /**
   * Why a submitted sitting is open again: the true time [AT9] or a proctor [AT19]. Null again once the candidate acts.
   */
  reopened: 'clock' | 'proctor' | null;
};

// The conditions that sitting.machine.ts checks before it moves, each named as a sentence there.
type Asked = { context: SittingContext; event: SittingMachineEvent };

const ofEntry =
  (holds: (entry: Entry, now: number) => boolean) =>
  ({ event }: Asked) =>
    event.type === 'FOUND' && holds(event.entry, event.now);
const ofStored =
  (holds: (sitting: SittingFacts) => boolean) =>
  ({ event }: Asked) =>
    event.type === 'STORED' && holds(event.sitting);
const ofTick =
  (holds: (now: number, context: SittingContext) => boolean) =>
  ({ context, event }: Asked) =>
    event.type === 'TICK' && holds(event.now, context);
const isUp = (now: number, { sitting }: SittingContext) =>
  sitting !== null && remainingAt(now, sitting.deadline, sitting.pausedAt) === 0;

export const sittingGuards = {
  'a submission waits for its receipt': ofEntry(
    ({ sitting }) => sitting?.submitted === true && !sitting.received,
  ),
  'its receipt came meanwhile': ofEntry(
    ({ waited, sitting }) => waited && sitting?.received === true,
  ),
  'candidate is not eligible': ofEntry(({ eligible }) => !eligible),
  'it ended on another device': ofEntry(
    ({ done, sitting }) => !done && sitting?.endedElsewhere === true,
  ),
  'already submitted': ofEntry(
    ({ done, sitting }) =>
      done || sitting?.received === true || sitting?.submittedElsewhere === true,
  ),
  'the sitting moved away': ofEntry(({ sitting }) => sitting !== null && !sitting.mine),
  'the sitting is under way': ofEntry(({ sitting }) => sitting !== null),
  'exam could not be read': ofEntry(({ exam }) => exam === null),
  'exam is inactive': ofEntry(({ exam }) => exam?.active === false),
  'the start is past': ofEntry(({ exam }, now) => exam !== null && now >= exam.startDate),
  'the clock has reached the start': ofTick(
    (now, { startDate }) => startDate !== null && now >= startDate,
  ),
  'it is time to try again': ofTick((now, { retryAt }) => now >= retryAt),
  'a code may be tried': ({ context }: Asked) => context.now >= context.codeAt,
  'the timer tries again': ofTick((now, context) => now >= context.retryAt && isUp(now, context)),
  'time is up': ({ context }: Asked) => isUp(context.now, context),
  'this tab writes': ({ context }: Asked) => context.writes,
  'refused as inactive': ({ event }: Asked) =>
    event.type === 'OPEN_REFUSED' && event.reason === 'inactive',
  'refused as not open yet': ({ event }: Asked) =>
    event.type === 'OPEN_REFUSED' && event.reason === 'not-yet',
  'refused as over': ({ event }: Asked) => event.type === 'OPEN_REFUSED' && event.reason === 'over',
  'refused as not eligible': ({ event }: Asked) =>
    event.type === 'OPEN_REFUSED' && event.reason === 'not-eligible',
  'refused as submitted': ({ event }: Asked) =>
    event.type === 'OPEN_REFUSED' && event.reason === 'already-submitted',
  'the receipt is here': ofStored(({ received }) => received),
  'it is submitted': ofStored(({ submitted }) => submitted),
  'submitted elsewhere': ofStored(({ submittedElsewhere }) => submittedElsewhere),
  'ended elsewhere': ofStored(({ endedElsewhere }) => endedElsewhere),
  'another device took over': ofStored(({ mine }) => !mine),
  'it is under way here': ofStored(({ mine }) => mine),
};
