// When the outbox is drained. What a drain does is not here: `drain` is an actor that the phone provides.
//
//             CHANGED/WAKE/…                    FAILED
//   idle ────────────────────▶ pushing ────────────────────▶ waiting
//    ▲                          │ │ ▲ ▲                         │
//    └──────── DRAINED ─────────┘ │ │ └─ delay over, WAKE, ─────┘
//                                 │ │    NETWORK_BACK, RETRY
//            SIGN_IN_NEEDED       │ └──── SIGNED_IN ──── needsSignIn
//            REFUSED              └─────▶ needsSignIn, halted ── RETRY, SIGNED_IN ──▶ pushing
//
// Rules cited [SY…] stand in SPEC.md beside this file.
import { assign, type EventObject, fromCallback, setup } from 'xstate';
import { backoffDelay } from './backoff.ts';

export type DrainOutcome =
  /** Nothing is left to send. */
  | { type: 'DRAINED' }
  /** Worth trying again. `chance` in [0, 1) spreads the tries of many phones; `retryAfterMs` is the server's wish. */
  | { type: 'FAILED'; chance: number; retryAfterMs: number | null }
  /** The token is no longer good; the outbox stays as it is. */
  | { type: 'SIGN_IN_NEEDED' }
  /** The server will never take this as it is; `message` is for a person. */
  | { type: 'REFUSED'; message: string };

export type SyncEvent =
  | DrainOutcome
  /** The outbox grew. */
  | { type: 'CHANGED' }
  /** The app came to the front, the timer ended, or the browser's Background Sync called [SY7]. */
  | { type: 'WAKE' }
  | { type: 'NETWORK_BACK' }
  | { type: 'SIGNED_IN' }
  /** A person asked for a try. */
  | { type: 'RETRY' };

type Context = { failures: number; delayMs: number; again: boolean; message: string | null };

/** Replaced by the phone; a machine that was given no drain halts and says so. */
const noDrain = fromCallback<EventObject>(({ sendBack }) => {
  sendBack({ type: 'REFUSED', message: 'No drain was provided.' } satisfies DrainOutcome);
});

export const syncMachine = setup({
  types: { context: {} as Context, events: {} as SyncEvent },
  actors: { drain: noDrain },
  delays: { backoff: ({ context }) => context.delayMs },
  guards: { 'more came meanwhile': ({ context }) => context.again },
  actions: { 'remember that more came': assign({ again: true }) },
}).createMachine({
  id: 'sync',
  initial: 'idle',
  context: { failures: 0, delayMs: 0, again: false, message: null },
  states: {
    idle: {
      on: {
        CHANGED: 'pushing',
        WAKE: 'pushing',
        NETWORK_BACK: 'pushing',
        SIGNED_IN: 'pushing',
        RETRY: 'pushing',
      },
    },
    pushing: {
      entry: assign({ again: false, message: null }),
      invoke: { src: 'drain' },
      on: {
        // A request sent into a dead network would hold up the next one until it times out [SY7].
        NETWORK_BACK: { target: 'pushing', reenter: true },
        CHANGED: { actions: 'remember that more came' },
        WAKE: { actions: 'remember that more came' },
        RETRY: { actions: 'remember that more came' },
        SIGNED_IN: { target: 'pushing', reenter: true },
        DRAINED: [
          {
            guard: 'more came meanwhile',
            target: 'pushing',
            reenter: true,
            actions: assign({ failures: 0 }),
          },
          { target: 'idle', actions: assign({ failures: 0 }) },
        ],
        FAILED: {
          target: 'waiting',
          actions: assign(({ context, event }) => ({
            failures: context.failures + 1,
            delayMs: backoffDelay(context.failures + 1, event.chance, event.retryAfterMs),
          })),
        },
        SIGN_IN_NEEDED: 'needsSignIn',
        REFUSED: { target: 'halted', actions: assign({ message: ({ event }) => event.message }) },
      },
    },
    waiting: {
      after: { backoff: 'pushing' },
      on: { WAKE: 'pushing', NETWORK_BACK: 'pushing', SIGNED_IN: 'pushing', RETRY: 'pushing' },
    },
    needsSignIn: { on: { SIGNED_IN: 'pushing' } },
    halted: { on: { SIGNED_IN: 'pushing', RETRY: 'pushing' } },
  },
});
