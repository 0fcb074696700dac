// A candidate's sitting on one device, from the look-up to the receipt. Pure: the time comes with events, and all work
// is done by the four actors and the one action (`record`) that the phone provides.
//
//   checking ──▶ countdown ──start──▶ open.opening ◀──START── open.ready      (came after the start)
//      │                                │  ▲    │
//      │                                │  └────┴─▶ open.failed (tries again), open.elsewhere (TAKE_OVER)
//      │                                │               └─START_CODE─▶ open.unlocking (no network)
//      │                                ▼
//      ├────────────────────────▶ timed.writing ◀──LOCK_GAINED── timed.readOnly   (another tab writes)
//      │                          │   │    │
//      │               00:00      │   │    └─ another device took over ─▶ takenOver ──TAKE_OVER──▶ open.opening
//      │            autoSubmit ◀──┘   └─SUBMIT─▶ submitting
//      │                 │ ▲                       │ ▲
//      │                 │ └──── submissionFailed ─────┼─┘   (the phone's storage refused)
//      │                 ▼                         ▼
//      ├─────────────▶ submitted ──receipt──▶ done
//      │                   └─ taken back ─▶ timed
//      ├─▶ endedElsewhere: submitted or closed after another device took over
//      └─▶ checkFailed, inactive (RETRY) · notEligible, alreadySubmitted, over (final)
//
// What is stored decides [AT2]: the machine treats an opening or a submission as done when STORED says that it is on
// disk, never because a write was begun. Rules [AT…] are in SPEC.md beside this file.
import { assign, type EventObject, fromCallback, setup } from 'xstate';
import { backoffDelay } from '../sync/backoff.ts';
import {
  type CandidateAct,
  type SittingContext,
  type SittingMachineEvent,
  sittingGuards,
} from './sitting-events.ts';

/** Milliseconds between the tries of a submission that storage refuses, as long as the page is open. */
const SUBMIT_AGAIN_MS = 3_000;

/**
 * The pause after a start code that opened nothing. It doubles up to the longest, and never locks the candidate out.
 */
const FIRST_CODE_PAUSE_MS = 5_000;
const LONGEST_CODE_PAUSE_MS = 60_000;

const notProvided = <Input>() => fromCallback<EventObject, Input>(() => {});

const base = setup({
  types: { context: {} as SittingContext, events: {} as SittingMachineEvent },
  actors: {
    /** Sends a LookUpOutcome. */
    lookUp: notProvided<unknown>(),
    /** Stores the sitting, or sends an OpenOutcome. */
    openSitting: notProvided<{ takeOver: boolean }>(),
    /** Stores the sitting that the code opens, or sends a CodeOutcome. */
    openByCode: notProvided<{ code: string }>(),
    /** Stores the acts that storage refused before, in order, and then the submission, or sends a WriteFailure. */
    submit: notProvided<{ sittingId: string; auto: boolean }>(),
  },
  actions: {
    /**
     * Stores the acts that storage refused before, in order, and then `act`, if any; sends WRITTEN or a WriteFailure.
     */
    record: (_, _params: { sittingId: string; act: CandidateAct | null }) => {},
    admit: assign(({ context, event }) =>
      event.type === 'FOUND'
        ? {
            startDate: event.entry.exam?.startDate ?? null,
            sitting: event.entry.sitting,
            // The lock may have come while the look-up was still on its way.
            writes: context.writes || event.writes,
            now: event.now,
          }
        : {},
    ),
    'see the time': assign(({ event }) => (event.type === 'TICK' ? { now: event.now } : {})),
    'keep the sitting': assign(({ event }) =>
      event.type === 'STORED' ? { sitting: event.sitting, now: event.now } : {},
    ),
    'plan another code': assign(({ context, event }) => {
      if (event.type !== 'CODE_REFUSED') return {};
      const pause = FIRST_CODE_PAUSE_MS * 2 ** context.codeFailures;
      return {
        now: event.now,
        codeFailures: context.codeFailures + 1,
        codeAt: event.now + Math.min(pause, LONGEST_CODE_PAUSE_MS),
      };
    }),
    'keep the message': assign(({ event }) =>
      'message' in event ? { message: event.message } : {},
    ),
    'forget the message': assign({ message: null }),
    /** Must run before `keep the sitting`, which overwrites the `unconfirmed` that this action reads. */
    'note why it goes on': assign(({ context }) => ({
      reopened: context.sitting?.unconfirmed ? 'clock' : 'proctor',
    })),
    'plan another try': assign(({ context, event }) => {
      if (event.type === 'WRITE_FAILED')
        return { now: event.now, retryAt: event.now + SUBMIT_AGAIN_MS };
      if (event.type !== 'OPEN_FAILED') return {};
      const failures = context.failures + 1;
      return {
        failures,
        now: event.now,
        waitsFor: event.waitsFor,
        retryAt: event.now + backoffDelay(failures, event.chance, event.retryAfterMs),
      };
    }),
  },
  guards: sittingGuards,
});

const keep = 'keep the sitting';

/** The next state of a sitting that is over. */
const ends = [
  { guard: 'the receipt is here', target: '#sitting.done', actions: keep },
  { guard: 'it is submitted', target: '#sitting.submitted', actions: keep },
  { guard: 'ended elsewhere', target: '#sitting.endedElsewhere', actions: keep },
  { guard: 'submitted elsewhere', target: '#sitting.alreadySubmitted', actions: keep },
] as const;
const movesAway = {
  guard: 'another device took over',
  target: '#sitting.takenOver',
  actions: keep,
} as const;

/**
 * The next state when the row changes of a sitting that is not under way in this tab; another tab may have opened it.
 */
const arrives = [
  ...ends,
  { guard: 'it is under way here', target: '#sitting.timed', actions: keep },
  { actions: keep },
] as const;

/** The next state when the row changes of a sitting that is under way in this tab. */
const goesOn = [...ends, movesAway, { actions: keep }] as const;

const whileSubmitting = {
  STORED: goesOn,
  WRITE_FAILED: { target: 'submissionFailed', actions: ['keep the message', 'plan another try'] },
} as const;

export const sittingMachine = base.createMachine({
  id: 'sitting',
  initial: 'checking',
  context: {
    startDate: null,
    sitting: null,
    now: 0,
    writes: false,
    takeOver: false,
    failures: 0,
    retryAt: 0,
    codeFailures: 0,
    codeAt: 0,
    message: null,
    waitsFor: null,
    reopened: null,
  },
  on: {
    TICK: { actions: 'see the time' },
    LOCK_GAINED: { actions: assign({ writes: true }) },
  },
  states: {
    checking: {
      entry: 'forget the message',
      invoke: { src: 'lookUp' },
      on: {
        FOUND: [
          { guard: 'a submission waits for its receipt', target: 'submitted', actions: 'admit' },
          { guard: 'its receipt came meanwhile', target: 'done', actions: 'admit' },
          { guard: 'candidate is not eligible', target: 'notEligible' },
          { guard: 'it ended on another device', target: 'endedElsewhere', actions: 'admit' },
          { guard: 'already submitted', target: 'alreadySubmitted', actions: 'admit' },
          { guard: 'the sitting moved away', target: 'takenOver', actions: 'admit' },
          { guard: 'the sitting is under way', target: 'timed', actions: 'admit' },
          { guard: 'exam could not be read', target: 'checkFailed' },
          { guard: 'exam is inactive', target: 'inactive' },
          { guard: 'the start is past', target: 'open', actions: 'admit' },
          { target: 'countdown', actions: 'admit' },
        ],
        LOOK_UP_FAILED: { target: 'checkFailed', actions: 'keep the message' },
      },
    },
    checkFailed: { on: { RETRY: 'checking', NETWORK_BACK: 'checking' } },
    notEligible: { type: 'final' },
    inactive: { on: { RETRY: 'checking' } },
    alreadySubmitted: { type: 'final' },
    over: { type: 'final' },
    countdown: {
      on: {
        TICK: {
          guard: 'the clock has reached the start',
          target: 'open.opening',
          actions: 'see the time',
        },
        START_MOVED: { actions: assign({ startDate: ({ event }) => event.startDate }) },
        STORED: arrives,
      },
    },
    open: {
      initial: 'ready',
      // Once the sitting has begun, an earlier network failure doesn't matter: nothing was left unsaved.
      exit: 'forget the message',
      on: { STORED: arrives },
      states: {
        ready: { on: { START: 'opening' } },
        opening: {
          entry: 'forget the message',
          invoke: { src: 'openSitting', input: ({ context }) => ({ takeOver: context.takeOver }) },
          on: {
            OPEN_REFUSED: [
              { guard: 'refused as inactive', target: '#sitting.inactive' },
              { guard: 'refused as not eligible', target: '#sitting.notEligible' },
              { guard: 'refused as submitted', target: '#sitting.alreadySubmitted' },
              { guard: 'refused as over', target: '#sitting.over' },
              { guard: 'refused as not open yet', target: '#sitting.checking' },
              { target: 'elsewhere' },
            ],
            OPEN_FAILED: { target: 'failed', actions: ['keep the message', 'plan another try'] },
            START_CODE: { guard: 'a code may be tried', target: 'unlocking' },
          },
        },
        unlocking: {
          invoke: {
            src: 'openByCode',
            input: ({ event }) => ({ code: event.type === 'START_CODE' ? event.code : '' }),
          },
          on: {
            CODE_REFUSED: { target: 'failed', actions: 'plan another code' },
            OPEN_REFUSED: '#sitting.over',
            OPEN_FAILED: { target: 'failed', actions: ['keep the message', 'plan another try'] },
          },
        },
        failed: {
          on: {
            START_CODE: { guard: 'a code may be tried', target: 'unlocking' },
            RETRY: 'opening',
            NETWORK_BACK: 'opening',
            TICK: { guard: 'it is time to try again', target: 'opening', actions: 'see the time' },
          },
        },
        elsewhere: {
          on: { TAKE_OVER: { target: 'opening', actions: assign({ takeOver: true }) } },
        },
      },
    },
    timed: {
      initial: 'arriving',
      exit: 'forget the message',
      on: { STORED: goesOn },
      states: {
        arriving: {
          always: [{ guard: 'this tab writes', target: 'writing' }, { target: 'readOnly' }],
        },
        writing: {
          always: { guard: 'time is up', target: '#sitting.autoSubmit' },
          on: {
            ACT: {
              actions: [
                assign({ message: null, reopened: null }),
                {
                  type: 'record',
                  params: ({ context, event }) => ({
                    sittingId: context.sitting?.sittingId ?? '',
                    act: event.act,
                  }),
                },
              ],
            },
            WRITTEN: { actions: 'forget the message' },
            WRITE_FAILED: { actions: 'keep the message' },
            RETRY: {
              actions: {
                type: 'record',
                params: ({ context }) => ({
                  sittingId: context.sitting?.sittingId ?? '',
                  act: null,
                }),
              },
            },
            SUBMIT: '#sitting.submitting',
          },
        },
        readOnly: { on: { LOCK_GAINED: { target: 'writing', actions: assign({ writes: true }) } } },
      },
    },
    autoSubmit: {
      entry: 'forget the message',
      invoke: {
        src: 'submit',
        input: ({ context }) => ({ sittingId: context.sitting?.sittingId ?? '', auto: true }),
      },
      on: whileSubmitting,
    },
    submitting: {
      entry: 'forget the message',
      invoke: {
        src: 'submit',
        input: ({ context }) => ({ sittingId: context.sitting?.sittingId ?? '', auto: false }),
      },
      on: whileSubmitting,
    },
    submissionFailed: {
      on: {
        STORED: goesOn,
        RETRY: [{ guard: 'time is up', target: 'autoSubmit' }, { target: 'submitting' }],
        TICK: { guard: 'the timer tries again', target: 'autoSubmit', actions: 'see the time' },
      },
    },
    submitted: {
      on: {
        STORED: [...ends, movesAway, { target: 'timed', actions: ['note why it goes on', keep] }],
      },
    },
    takenOver: {
      on: {
        STORED: arrives,
        TAKE_OVER: { target: 'open.opening', actions: assign({ takeOver: true }) },
      },
    },
    /** The device still sends what it has; a proctor may reopen the sitting [AT19]. */
    endedElsewhere: {
      on: { STORED: [...ends, movesAway, { target: 'timed', actions: keep }] },
    },
    done: { type: 'final' },
  },
});
