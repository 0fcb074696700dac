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
// Rules [SY…] are in SPEC.md beside this file.
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
   * Worth a retry. `answered`: the server asked for it, or another tab is sending; false if no answer came.
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
  /** The server called over the stream: a drain that it had told to wait needn't wait any longer [SY7]. */
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
  /** Counts of probes in a row: `probes` were not answered; `misled` were, but the drain after them was not. */
  probes: number;
  misled: number;
  /** While a drain is under way: `heard`, part of it arrived; `silent`, a probe went unanswered. */
  heard: boolean;
  silent: boolean;
  /**
   * A probe has restarted this drain. That happens only once, because otherwise a slow network would never finish it.
   */
  restarted: boolean;
};

/** Replaced by the phone; a machine that was given no drain halts and says so. */
const noDrain = fromCallback<EventObject>(({ sendBack }) => {
  sendBack({ type: 'REFUSED', message: 'No drain was provided.' } satisfies DrainOutcome);
});

/**
 * Replaced by the phone. A probe sends FOUND when the server answers; the machine gives up a probe that gets no answer.
 */
const noProbe = fromCallback<EventObject>(() => {});

/**
 * If the network cuts a drain after part of it arrived, this counts as a first failure. If the server itself ended the
 * drain, it doesn't: otherwise a server that accepts a part and refuses the rest would be asked again without a pause.
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
        // A request sent into a dead network still hangs when the network is back. Only an unanswered probe followed by
        // an answered one distinguishes this from a slow server, which must not be asked twice [SY11].
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
        // A network gap shorter than DOUBT_MS loses the drain's request but no probe. If a probe is answered quickly
        // while the drain takes seconds, the cause is such a gap, not a busy server or a slow network.
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
        // A slow answer to a probe proves nothing. Another probe follows, because the network may be better by then.
        patient: { after: { stall: 'asking' } },
      },
      on: {
        // A request sent into a dead network would hold up the next one until it times out [SY7].
        NETWORK_BACK: { target: 'pushing', reenter: true },
        // Part of the drain has arrived, so the time until it is doubted starts again.
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
          // The server may have judged the failed request before it called, and it calls only once. So send at once.
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
    // The server can be reached and asks the phone to wait, so there is nothing to probe.
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
