// The conditions that sitting.machine.ts checks before it moves, each named as a sentence there.
import { remainingAt } from './deadline.ts';
import type { Entry, SittingContext, SittingFacts, SittingMachineEvent } from './sitting-events.ts';

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
