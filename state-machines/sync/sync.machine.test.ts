import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, initialTransition, SimulatedClock, transition } from 'xstate';
import { backoffDelay } from './backoff.ts';
import { type SyncEvent, syncMachine } from './sync.machine.ts';

type State = 'idle' | 'pushing' | 'waiting' | 'needsSignIn' | 'halted';
/** The state afterwards; `restarted` when the drain under way is given up for a new one. */
type Expected = State | 'restarted';

const events: { [Type in SyncEvent['type']]: Extract<SyncEvent, { type: Type }> } = {
  CHANGED: { type: 'CHANGED' },
  WAKE: { type: 'WAKE' },
  NETWORK_BACK: { type: 'NETWORK_BACK' },
  SIGNED_IN: { type: 'SIGNED_IN' },
  RETRY: { type: 'RETRY' },
  DRAINED: { type: 'DRAINED' },
  FAILED: { type: 'FAILED', chance: 0.5, retryAfterMs: null },
  SIGN_IN_NEEDED: { type: 'SIGN_IN_NEEDED' },
  REFUSED: { type: 'REFUSED', message: 'Too old.' },
};

const stays = <S extends State>(state: S) =>
  ({
    CHANGED: state,
    WAKE: state,
    NETWORK_BACK: state,
    SIGNED_IN: state,
    RETRY: state,
    DRAINED: state,
    FAILED: state,
    SIGN_IN_NEEDED: state,
    REFUSED: state,
  }) satisfies Record<SyncEvent['type'], Expected>;

const table: Record<State, Record<SyncEvent['type'], Expected>> = {
  idle: {
    ...stays('idle'),
    CHANGED: 'pushing',
    WAKE: 'pushing',
    NETWORK_BACK: 'pushing',
    SIGNED_IN: 'pushing',
    RETRY: 'pushing',
  },
  pushing: {
    CHANGED: 'pushing',
    WAKE: 'pushing',
    NETWORK_BACK: 'restarted',
    SIGNED_IN: 'restarted',
    RETRY: 'pushing',
    DRAINED: 'idle',
    FAILED: 'waiting',
    SIGN_IN_NEEDED: 'needsSignIn',
    REFUSED: 'halted',
  },
  waiting: {
    ...stays('waiting'),
    WAKE: 'pushing',
    NETWORK_BACK: 'pushing',
    SIGNED_IN: 'pushing',
    RETRY: 'pushing',
  },
  needsSignIn: { ...stays('needsSignIn'), SIGNED_IN: 'pushing' },
  halted: { ...stays('halted'), SIGNED_IN: 'pushing', RETRY: 'pushing' },
};

/** The shortest way into each state. */
const ways: Record<State, SyncEvent[]> = {
  idle: [],
  pushing: [events.CHANGED],
  waiting: [events.CHANGED, events.FAILED],
  needsSignIn: [events.CHANGED, events.SIGN_IN_NEEDED],
  halted: [events.CHANGED, events.REFUSED],
};

function arrive(state: State) {
  let [snapshot] = initialTransition(syncMachine);
  for (const event of ways[state]) [snapshot] = transition(syncMachine, snapshot, event);
  expect(snapshot.value).toBe(state);
  return snapshot;
}

describe('the sync machine', () => {
  for (const state of Object.keys(table) as State[]) {
    for (const event of Object.values(events)) {
      const expected = table[state][event.type];
      it(`in ${state}, ${event.type} leads to ${expected}`, () => {
        const [next, actions] = transition(syncMachine, arrive(state), event);
        expect(next.value).toBe(expected === 'restarted' ? 'pushing' : expected);
        const begun = actions.some((action) => action.type === 'xstate.spawnChild');
        expect(begun).toBe(
          expected === 'restarted' || (expected === 'pushing' && state !== 'pushing'),
        );
      });
    }
  }

  it('drains once more when something came during a drain [SY5]', () => {
    const [changed] = transition(syncMachine, arrive('pushing'), events.CHANGED);
    const [again] = transition(syncMachine, changed, events.DRAINED);
    expect(again.value).toBe('pushing');
    expect(transition(syncMachine, again, events.DRAINED)[0].value).toBe('idle');
  });

  it('tries again by itself after the delay, which grows with each failure and is forgotten on success [SY6]', () => {
    const clock = new SimulatedClock();
    let drains = 0;
    let outcome: SyncEvent = { type: 'FAILED', chance: 0.999, retryAfterMs: null };
    const drain = fromCallback(({ sendBack }) => {
      drains += 1;
      sendBack(outcome);
    });
    const actor = createActor(syncMachine.provide({ actors: { drain } }), { clock }).start();
    actor.send(events.CHANGED);
    expect(drains).toBe(1);
    clock.increment(998);
    expect(drains).toBe(1);
    clock.increment(1);
    expect(drains).toBe(2);
    clock.increment(1_997);
    expect(drains).toBe(2);
    outcome = events.DRAINED;
    clock.increment(1);
    expect(drains).toBe(3);
    expect(actor.getSnapshot()).toMatchObject({ value: 'idle', context: { failures: 0 } });
  });
});

describe('what may help at once [SY7]', () => {
  const hints = [events.WAKE, events.NETWORK_BACK] as const;

  it('ends a wait before its time', () => {
    for (const hint of hints)
      expect(transition(syncMachine, arrive('waiting'), hint)[0].value).toBe('pushing');
  });

  it('gives up a request under way when the network returns, and no other time', () => {
    let begun = 0;
    let givenUp = 0;
    const drain = fromCallback(() => {
      begun += 1;
      return () => {
        givenUp += 1;
      };
    });
    const actor = createActor(syncMachine.provide({ actors: { drain } })).start();
    actor.send(events.CHANGED);
    for (const hint of [events.WAKE, events.CHANGED, events.RETRY]) actor.send(hint);
    expect({ begun, givenUp }).toEqual({ begun: 1, givenUp: 0 });
    actor.send(events.NETWORK_BACK);
    expect({ begun, givenUp }).toEqual({ begun: 2, givenUp: 1 });
    actor.stop();
  });
});

describe('the delay before another try [SY6]', () => {
  it('doubles up to half a minute, times chance', () => {
    expect([1, 2, 3, 5, 6, 50].map((failures) => backoffDelay(failures, 0.5, null))).toEqual([
      500, 1_000, 2_000, 8_000, 15_000, 15_000,
    ]);
  });

  it('is never nought, and never shorter than the server asks', () => {
    expect(backoffDelay(1, 0, null)).toBe(250);
    expect(backoffDelay(1, 0.5, 7_000)).toBe(7_000);
  });
});
