import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, initialTransition, SimulatedClock, transition } from 'xstate';
import { backoffDelay, MOST_IN_A_ROW, probePause } from './backoff.ts';
import { type SyncEvent, syncMachine } from './sync.machine.ts';

type State = 'idle' | 'pushing' | 'waiting' | 'unreachable' | 'needsSignIn' | 'halted';
/** The state afterwards; `restarted` if the drain under way is replaced by a new one. */
type Expected = State | 'restarted';

const events: { [Type in SyncEvent['type']]: Extract<SyncEvent, { type: Type }> } = {
  CHANGED: { type: 'CHANGED' },
  WAKE: { type: 'WAKE' },
  CALLED: { type: 'CALLED' },
  SEEN: { type: 'SEEN', away: true },
  NETWORK_BACK: { type: 'NETWORK_BACK' },
  ANSWERED: { type: 'ANSWERED' },
  FOUND: { type: 'FOUND' },
  SIGNED_IN: { type: 'SIGNED_IN' },
  RETRY: { type: 'RETRY' },
  DRAINED: { type: 'DRAINED' },
  FAILED: { type: 'FAILED', answered: true, chance: 0.5, retryAfterMs: null },
  SIGN_IN_NEEDED: { type: 'SIGN_IN_NEEDED' },
  REFUSED: { type: 'REFUSED', message: 'Too old.' },
};

const stays = <S extends State>(state: S) =>
  ({
    CHANGED: state,
    WAKE: state,
    CALLED: state,
    SEEN: state,
    NETWORK_BACK: state,
    ANSWERED: state,
    FOUND: state,
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
    CALLED: 'pushing',
    NETWORK_BACK: 'pushing',
    SIGNED_IN: 'pushing',
    RETRY: 'pushing',
  },
  pushing: {
    ...stays('pushing'),
    NETWORK_BACK: 'restarted',
    SIGNED_IN: 'restarted',
    DRAINED: 'idle',
    FAILED: 'waiting',
    SIGN_IN_NEEDED: 'needsSignIn',
    REFUSED: 'halted',
  },
  waiting: {
    ...stays('waiting'),
    WAKE: 'pushing',
    CALLED: 'pushing',
    NETWORK_BACK: 'pushing',
    SIGNED_IN: 'pushing',
    RETRY: 'pushing',
  },
  unreachable: {
    ...stays('unreachable'),
    ANSWERED: 'pushing',
    FOUND: 'pushing',
    WAKE: 'pushing',
    CALLED: 'pushing',
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
  unreachable: [events.CHANGED, { ...events.FAILED, answered: false }],
  needsSignIn: [events.CHANGED, events.SIGN_IN_NEEDED],
  halted: [events.CHANGED, events.REFUSED],
};

const placeOf = ({ value }: { value: string | object }) =>
  typeof value === 'string' ? value : Object.keys(value)[0];

function arrive(state: State) {
  let [snapshot] = initialTransition(syncMachine);
  for (const event of ways[state]) [snapshot] = transition(syncMachine, snapshot, event);
  expect(placeOf(snapshot)).toBe(state);
  return snapshot;
}

describe('the sync machine', () => {
  for (const state of Object.keys(table) as State[]) {
    for (const event of Object.values(events)) {
      const expected = table[state][event.type];
      it(`in ${state}, ${event.type} leads to ${expected}`, () => {
        const [next, actions] = transition(syncMachine, arrive(state), event);
        expect(placeOf(next)).toBe(expected === 'restarted' ? 'pushing' : expected);
        const begun = actions.some((action) => action.type === 'xstate.spawnChild');
        expect(begun).toBe(
          expected === 'restarted' || (expected === 'pushing' && state !== 'pushing'),
        );
      });
    }
  }

  it('drains once more when something was added during a drain [SY5]', () => {
    const [changed] = transition(syncMachine, arrive('pushing'), events.CHANGED);
    const [again] = transition(syncMachine, changed, events.DRAINED);
    expect(placeOf(again)).toBe('pushing');
    expect(transition(syncMachine, again, events.DRAINED)[0].value).toBe('idle');
  });

  it('tries again automatically after the delay, which grows with each failure and is reset by success [SY6]', () => {
    const clock = new SimulatedClock();
    let drains = 0;
    let outcome: SyncEvent = { ...events.FAILED, chance: 0.999 };
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

describe('back-off [SY6]', () => {
  it('is reset when any call succeeds, whether part of a drain or not', () => {
    const failed = (failures: number) => {
      let [snapshot] = initialTransition(syncMachine);
      for (let n = 0; n < failures; n += 1)
        for (const event of [events.RETRY, events.FAILED])
          [snapshot] = transition(syncMachine, snapshot, event);
      return snapshot;
    };
    expect(failed(6).context).toMatchObject({ failures: 6, delayMs: 15_000 });
    const ways = [
      [events.ANSWERED, events.RETRY, events.FAILED],
      [events.RETRY, events.ANSWERED, { ...events.FAILED, answered: false }],
    ];
    for (const way of ways) {
      let snapshot = failed(5);
      for (const event of way) [snapshot] = transition(syncMachine, snapshot, event);
      expect(snapshot.context).toMatchObject({ failures: 1, delayMs: 500 });
    }
  });

  it('keeps growing when the server accepts a part and refuses the rest each time', () => {
    let [snapshot] = initialTransition(syncMachine);
    for (let n = 0; n < 6; n += 1)
      for (const event of [events.RETRY, events.ANSWERED, events.FAILED])
        [snapshot] = transition(syncMachine, snapshot, event);
    expect(snapshot.context).toMatchObject({ failures: 6, delayMs: 15_000 });
  });
});

describe('a hint that trying at once may help [SY7]', () => {
  const hints = [events.WAKE, events.CALLED, events.NETWORK_BACK] as const;

  it('ends a wait early', () => {
    for (const hint of hints)
      expect(transition(syncMachine, arrive('waiting'), hint)[0].matches('pushing')).toBe(true);
  });

  it('gives up the request under way only when it says that the network is back', () => {
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
    for (const hint of [events.WAKE, events.CALLED, events.CHANGED, events.RETRY]) actor.send(hint);
    expect({ begun, givenUp }).toEqual({ begun: 1, givenUp: 0 });
    actor.send(events.NETWORK_BACK);
    expect({ begun, givenUp }).toEqual({ begun: 2, givenUp: 1 });
    actor.stop();
  });
});

describe('a call from the server while a drain is under way [SY7]', () => {
  /** @returns the state after each of the events */
  const through = (...given: SyncEvent[]) => {
    let snapshot = arrive('pushing');
    return given.map((event) => {
      [snapshot] = transition(syncMachine, snapshot, event);
      return placeOf(snapshot);
    });
  };

  it('leads to one more drain, at once, if the current one fails', () => {
    for (const answered of [true, false]) {
      const failed = { ...events.FAILED, answered };
      expect(through(events.CALLED, failed, failed)).toEqual([
        'pushing',
        'pushing',
        answered ? 'waiting' : 'unreachable',
      ]);
    }
  });

  it('is the only such hint: an app that comes to the front meanwhile does not shorten the wait that the server asks for', () => {
    for (const event of [events.WAKE, events.CHANGED, events.RETRY])
      expect(through(event, events.FAILED)).toEqual(['pushing', 'waiting']);
  });
});

describe('looking for the server [SY11]', () => {
  /** A phone whose drains and probes end as the test says; it records when each began. */
  function phone(clock = new SimulatedClock()) {
    const seen = { drains: [] as number[], probes: [] as number[] };
    const told: { drain: SyncEvent | null; probe: boolean } = { drain: null, probe: false };
    const actor = createActor(
      syncMachine.provide({
        actors: {
          drain: fromCallback(({ sendBack }) => {
            seen.drains.push(clock.now());
            if (told.drain) sendBack(told.drain);
          }),
          probe: fromCallback(({ sendBack }) => {
            seen.probes.push(clock.now());
            if (told.probe) sendBack(events.FOUND);
          }),
        },
      }),
      { clock },
    ).start();
    const pass = (ms: number) => {
      for (let passed = 0; passed < ms; passed += 100) clock.increment(100);
    };
    return { actor, pass, seen, told };
  }
  const noAnswer: SyncEvent = { ...events.FAILED, answered: false, chance: 0.999 };
  const gapsOf = (moments: readonly number[]) =>
    moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));

  it('probes no more often than every second and a half while nobody answers, and drains at once when somebody does', () => {
    const { actor, pass, seen, told } = phone();
    told.drain = noAnswer;
    actor.send(events.CHANGED);
    pass(60_000);
    expect(Math.min(...gapsOf(seen.probes))).toBeGreaterThanOrEqual(1_500);
    told.drain = events.DRAINED;
    told.probe = true;
    pass(1_500);
    expect(actor.getSnapshot()).toMatchObject({
      value: 'idle',
      context: { failures: 0, probes: 0 },
    });
  });

  it('probes nothing while nothing waits, while the server asks for patience, and while a sign-in is needed', () => {
    for (const outcome of [events.DRAINED, events.FAILED, events.SIGN_IN_NEEDED, events.REFUSED]) {
      const { actor, pass, seen, told } = phone();
      told.drain = outcome;
      actor.send(events.CHANGED);
      pass(600_000);
      expect(seen.probes).toEqual([]);
    }
  });

  it('probes ever more rarely while the app is away, and rarely after five minutes of silence until something is done', () => {
    const { actor, pass, seen, told } = phone();
    told.drain = noAnswer;
    actor.send(events.CHANGED);
    actor.send(events.SEEN);
    pass(600_000);
    expect(seen.probes.length).toBeLessThan(35);
    actor.send({ type: 'SEEN', away: false });
    actor.send(events.WAKE);
    const before = seen.probes.length;
    pass(900_000);
    expect(seen.probes.length - before).toBeLessThan(230);
    seen.probes.length = 0;
    pass(60_000);
    expect(seen.probes.length).toBeLessThan(3);
    actor.send(events.CHANGED);
    pass(60_000);
    expect(seen.probes.length).toBeGreaterThan(10);
  });

  it('probes more rarely when probes are answered but drains are not', () => {
    const { actor, pass, seen, told } = phone();
    told.drain = noAnswer;
    told.probe = true;
    actor.send(events.CHANGED);
    pass(120_000);
    expect(seen.probes.length).toBeLessThan(12);
  });

  it('restarts a hanging drain, once, when a probe is answered after one that was not', () => {
    const { actor, pass, seen, told } = phone();
    actor.send(events.CHANGED);
    pass(6_000);
    expect(seen.drains).toEqual([0]);
    told.probe = true;
    pass(1_500);
    expect(seen.drains).toHaveLength(2);
    told.probe = false;
    pass(10_000);
    told.probe = true;
    pass(30_000);
    expect(seen.drains).toHaveLength(2);
    expect(placeOf(actor.getSnapshot())).toBe('pushing');
    // The next drain may hang, too.
    actor.send(noAnswer);
    actor.send(events.RETRY);
    told.probe = false;
    pass(6_000);
    expect(seen.drains).toHaveLength(3);
    told.probe = true;
    pass(1_500);
    expect(seen.drains).toHaveLength(4);
  });

  it('leaves a slow drain alone when the second probe is not answered quickly: the server is busy or the network is slow', () => {
    const { actor, pass, seen, told } = phone();
    told.probe = true;
    actor.send(events.CHANGED);
    pass(4_000);
    told.probe = false;
    pass(15_000);
    expect(seen).toEqual({ drains: [0], probes: [2_000, 5_000, 8_600, 12_200, 15_800] });
  });

  it('restarts a drain that the network lost as soon as a probe is quick, even if earlier probes were slow', () => {
    const { actor, pass, seen, told } = phone();
    told.probe = true;
    actor.send(events.CHANGED);
    pass(4_000);
    told.probe = false;
    pass(4_000);
    told.probe = true;
    pass(30_000);
    expect(seen.drains).toEqual([0, 8_600]);
  });

  it('restarts a drain that was lost in a short silence once two probes have been answered and the drain has not', () => {
    const { actor, pass, seen, told } = phone();
    told.probe = true;
    actor.send(events.CHANGED);
    pass(60_000);
    expect(seen.drains).toEqual([0, 5_000]);
    expect(seen.probes).toEqual([2_000, 5_000, 7_000]);
  });
});

it('[SY11] probes at a steady pace in front, half as often with each probe while away, and rarely after five minutes', () => {
  const pause = (probes: number, away: boolean) => probePause({ probes, misled: 0, away });
  expect([pause(0, false), pause(MOST_IN_A_ROW - 1, false), pause(MOST_IN_A_ROW, false)]).toEqual([
    1_500, 1_500, 30_000,
  ]);
  expect([pause(0, true), pause(2, true), pause(50, true)]).toEqual([1_500, 6_000, 30_000]);
});

describe('the delay before another try [SY6]', () => {
  it('doubles up to half a minute, multiplied by chance', () => {
    expect([1, 2, 3, 5, 6, 50].map((failures) => backoffDelay(failures, 0.5, null))).toEqual([
      500, 1_000, 2_000, 8_000, 15_000, 15_000,
    ]);
  });

  it('is never zero, and never shorter than the server asks', () => {
    expect(backoffDelay(1, 0, null)).toBe(250);
    expect(backoffDelay(1, 0.5, 7_000)).toBe(7_000);
  });
});
