// When the outbox is drained. What a drain or a probe does is not here: both are actors that the phone provides.
//
//             CHANGED/WAKE/…                 FAILED, answered
//   idle ────────────────────▶ pushing ────────────────────▶ waiting
//    ▲                        ▲ │ │  ▲ ▲                         │
//    └──────── DRAINED ───────┼─┘ │  │ └─ delay over, WAKE, ─────┘
//                             │   │  │    CALLED, NETWORK_BACK, RETRY
//        the probe is answered│   │  └─── SIGNED_IN ── needsSignIn
//        delay over, ANSWERED │   │                        ▲
//                             │   ├─ SIGN_IN_NEEDED ───────┘
//     FAILED, no answer       │   └─ REFUSED ─▶ halted ── RETRY, SIGNED_IN ──▶ pushing
//   pushing ───────────▶ unreachable
//
// Rules cited [SY…] stand in SPEC.md beside this file.
import { and, assign, type EventObject, fromCallback, setup } from 'xstate';
import {
  backoffDelay,
  DOUBT_MS,
  MOST_IN_A_ROW,
  probePause,
  QUICK_MS,
  STALL_MS,
} from './backoff.ts';

export type DrainOutcome =
  /** Nothing is left to send. */
  | { type: 'DRAINED' }
  /**
   * Worth a retry. `answered`: the server said so, or another tab is sending; otherwise nobody answered.
   * `chance` in [0, 1) spreads the retries of many phones; `retryAfterMs` is what the server asked for.
   */
  | { type: 'FAILED'; answered: boolean; chance: number; retryAfterMs: number | null }
  /** The token is no longer valid; the outbox stays as it is. */
  | { type: 'SIGN_IN_NEEDED' }
  /** The server will never accept this as it is; `message` is for a person. */
  | { type: 'REFUSED'; message: string };

export type SyncEvent =
  | DrainOutcome
  /** The outbox grew. */
  | { type: 'CHANGED' }
  /** The app came to the front, the timer ended, or the browser's Background Sync called [SY7]. */
  | { type: 'WAKE' }
  /** The server called over the stream: what it told to wait needn't [SY7]. */
  | { type: 'CALLED' }
  /** The app went behind another or came back to the front. */
  | { type: 'SEEN'; away: boolean }
  | { type: 'NETWORK_BACK' }
  /** The server answered any call of this app with success [SY6]. */
  | { type: 'ANSWERED' }
  /** The probe was answered [SY11]. */
  | { type: 'FOUND' }
  | { type: 'SIGNED_IN' }
  /** A person asked for a retry. */
  | { type: 'RETRY' };

type Failure = Extract<DrainOutcome, { type: 'FAILED' }>;

type Context = {
  failures: number;
  delayMs: number;
  again: boolean;
  /** While a drain is under way: the server called. */
  called: boolean;
  message: string | null;
  away: boolean;
  /** Probes in a row that nobody answered, or that led to a drain which nobody answered. */
  probes: number;
  misled: number;
  /** While a drain is under way: part of it arrived; a probe went unanswered. */
  heard: boolean;
  silent: boolean;
  /** A probe restarted the drain under way: only once, or a slow network would never finish it. */
  restarted: boolean;
};

/** Replaced by the phone; a machine that was given no drain halts and says so. */
const noDrain = fromCallback<EventObject>(({ sendBack }) => {
  sendBack({ type: 'REFUSED', message: 'No drain was provided.' } satisfies DrainOutcome);
});

/** Sends FOUND when the server answers; the machine gives it up when it doesn't. */
const noProbe = fromCallback<EventObject>(() => {});

/**
 * A drain that the network cut after part of it arrived counts as a first failure. One that the server itself ended
 * doesn't, or a server that accepts a part and refuses the rest would be asked without a pause.
 */
function afterFailure({ failures, heard }: Context, event: Failure): Partial<Context> {
  const inARow = heard && !event.answered ? 1 : failures + 1;
  const delayMs = backoffDelay(inARow, event.chance, event.retryAfterMs);
  return { failures: inARow, delayMs, restarted: false };
}

const nobodyAsked = { probes: 0, misled: 0 };

export const syncMachine = setup({
  types: { context: {} as Context, events: {} as SyncEvent },
  actors: { drain: noDrain, probe: noProbe },
  delays: {
    backoff: ({ context }) => context.delayMs,
    doubt: DOUBT_MS,
    stall: STALL_MS,
    quick: QUICK_MS,
    probePause: ({ context }) => probePause(context),
  },
  guards: {
    'more came meanwhile': ({ context }) => context.again,
    'the server called meanwhile': ({ context }) => context.called,
    'the server answered': ({ event }) => event.type === 'FAILED' && event.answered,
    'the search has slowed down': ({ context }) => context.probes >= MOST_IN_A_ROW,
    'a probe went unanswered': ({ context }) => context.silent,
    'the drain was not begun again': ({ context }) => !context.restarted,
  },
  actions: {
    'remember that more came': assign({ again: true }),
    'forget the failures': assign({ failures: 0, ...nobodyAsked }),
    'start the search over': assign(nobodyAsked),
    'plan another try': assign(({ context, event }) =>
      event.type === 'FAILED' ? afterFailure(context, event) : {},
    ),
    'count the probe': assign({ probes: ({ context }) => context.probes + 1 }),
  },
}).createMachine({
  id: 'sync',
  initial: 'idle',
  context: {
    failures: 0,
    delayMs: 0,
    again: false,
    called: false,
    message: null,
    away: false,
    ...nobodyAsked,
    heard: false,
    silent: false,
    restarted: false,
  },
  on: {
    ANSWERED: { actions: 'forget the failures' },
    SEEN: { actions: assign({ away: ({ event }) => event.away }) },
  },
  states: {
    idle: {
      on: {
        CHANGED: 'pushing',
        WAKE: 'pushing',
        CALLED: 'pushing',
        NETWORK_BACK: 'pushing',
        SIGNED_IN: 'pushing',
        RETRY: 'pushing',
      },
    },
    pushing: {
      entry: assign({ again: false, called: false, message: null, heard: false, silent: false }),
      invoke: { src: 'drain' },
      initial: 'trusting',
      states: {
        trusting: { after: { doubt: 'doubting' } },
        // A request sent into a dead network hangs although the network is back. Only an unanswered probe followed by
        // an answered one tells this from a slow server, which must not be asked twice [SY11].
        doubting: {
          invoke: { src: 'probe' },
          after: {
            probePause: {
              target: 'doubting',
              reenter: true,
              actions: [assign({ silent: true }), 'count the probe'],
            },
          },
          on: {
            FOUND: [
              {
                guard: and(['a probe went unanswered', 'the drain was not begun again']),
                target: '#sync.pushing',
                reenter: true,
                actions: assign({ restarted: true }),
              },
              { target: 'slow' },
            ],
          },
        },
        // A silence shorter than the doubt swallows the request but no probe. A quick answer to a probe while the drain
        // takes seconds tells that from a busy server and a slow network.
        slow: {
          after: { stall: { guard: 'the drain was not begun again', target: 'asking' } },
        },
        asking: {
          invoke: { src: 'probe' },
          after: { quick: 'patient' },
          on: {
            FOUND: {
              target: '#sync.pushing',
              reenter: true,
              actions: assign({ restarted: true }),
            },
          },
        },
        // A probe as slow as the drain tells nothing: it is asked again, for the network may be better by then.
        patient: { after: { stall: 'asking' } },
      },
      on: {
        // A request sent into a dead network would hold up the next one until it times out [SY7].
        NETWORK_BACK: { target: 'pushing', reenter: true },
        // Part of it has arrived: the rest is doubted from now on.
        ANSWERED: {
          target: '.trusting',
          actions: ['start the search over', assign({ heard: true, silent: false })],
        },
        CHANGED: { actions: 'remember that more came' },
        WAKE: { actions: 'remember that more came' },
        CALLED: { actions: ['remember that more came', assign({ called: true })] },
        RETRY: { actions: 'remember that more came' },
        SIGNED_IN: { target: 'pushing', reenter: true },
        DRAINED: [
          {
            guard: 'more came meanwhile',
            target: 'pushing',
            reenter: true,
            actions: ['forget the failures', assign({ restarted: false })],
          },
          { target: 'idle', actions: ['forget the failures', assign({ restarted: false })] },
        ],
        FAILED: [
          // What failed may have been judged before the call, which comes only once.
          {
            guard: 'the server called meanwhile',
            target: 'pushing',
            reenter: true,
            actions: 'plan another try',
          },
          { guard: 'the server answered', target: 'waiting', actions: 'plan another try' },
          { target: 'unreachable', actions: 'plan another try' },
        ],
        SIGN_IN_NEEDED: 'needsSignIn',
        REFUSED: { target: 'halted', actions: assign({ message: ({ event }) => event.message }) },
      },
    },
    // The server is there and asks for patience: no probe shortens that.
    waiting: {
      after: { backoff: 'pushing' },
      on: {
        WAKE: 'pushing',
        CALLED: 'pushing',
        NETWORK_BACK: 'pushing',
        SIGNED_IN: 'pushing',
        RETRY: 'pushing',
      },
    },
    unreachable: {
      initial: 'resting',
      after: { backoff: 'pushing' },
      on: {
        ANSWERED: { target: 'pushing', actions: 'forget the failures' },
        FOUND: {
          target: 'pushing',
          actions: assign({ misled: ({ context }) => context.misled + 1 }),
        },
        CHANGED: {
          guard: 'the search has slowed down',
          target: '.looking',
          actions: 'start the search over',
        },
        WAKE: { target: 'pushing', actions: 'start the search over' },
        CALLED: { target: 'pushing', actions: 'start the search over' },
        NETWORK_BACK: { target: 'pushing', actions: 'start the search over' },
        SIGNED_IN: 'pushing',
        RETRY: { target: 'pushing', actions: 'start the search over' },
      },
      states: {
        resting: { after: { probePause: 'looking' } },
        looking: {
          invoke: { src: 'probe' },
          after: { probePause: { target: 'looking', reenter: true, actions: 'count the probe' } },
        },
      },
    },
    needsSignIn: { on: { SIGNED_IN: 'pushing' } },
    halted: { on: { SIGNED_IN: 'pushing', RETRY: 'pushing' } },
  },
});
