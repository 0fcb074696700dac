import { describe, expect, it } from 'vitest';
import { initialTransition, type SnapshotFrom, transition } from 'xstate';
import * as z from 'zod/mini';
import { sittingMachine } from './sitting.machine.ts';
import type { Entry, SittingFacts, SittingMachineEvent } from './sitting-events.ts';

type State =
  | 'checking'
  | 'checkFailed'
  | 'notEligible'
  | 'inactive'
  | 'alreadySubmitted'
  | 'countdown'
  | 'open.ready'
  | 'open.opening'
  | 'open.failed'
  | 'open.elsewhere'
  | 'open.unlocking'
  | 'over'
  | 'timed.writing'
  | 'timed.readOnly'
  | 'autoSubmit'
  | 'submitting'
  | 'submissionFailed'
  | 'submitted'
  | 'takenOver'
  | 'endedElsewhere'
  | 'done';

const START = 1_000_000;
const DEADLINE = START + 60_000;
const BEFORE = START - 5_000;
const DURING = START + 10_000;

const sitting: SittingFacts = {
  sittingId: 's1',
  startedAt: START,
  deadline: DEADLINE,
  submitted: false,
  unconfirmed: false,
  received: false,
  mine: true,
  submittedElsewhere: false,
  endedElsewhere: false,
  pausedAt: null,
};
const exam = { active: true, startDate: START };
const entry = (more: Partial<Entry> = {}): Entry => ({
  eligible: true,
  done: false,
  exam,
  sitting: null,
  waited: false,
  ...more,
});
const found = (more: Partial<Entry>, now = DURING, writes = true): SittingMachineEvent => ({
  type: 'FOUND',
  entry: entry(more),
  writes,
  now,
});
const stored = (more: Partial<SittingFacts>, now = DURING): SittingMachineEvent => ({
  type: 'STORED',
  sitting: { ...sitting, ...more },
  now,
});

/** Every event, and each variant of an event that can lead to different states. */
const events = {
  'FOUND before the start': found({}, BEFORE),
  LOOK_UP_FAILED: { type: 'LOOK_UP_FAILED', message: 'No network.' },
  'OPEN_REFUSED elsewhere': { type: 'OPEN_REFUSED', reason: 'elsewhere' },
  'OPEN_REFUSED over': { type: 'OPEN_REFUSED', reason: 'over' },
  'OPEN_REFUSED not yet': { type: 'OPEN_REFUSED', reason: 'not-yet' },
  START_MOVED: { type: 'START_MOVED', startDate: START + 30_000 },
  START_CODE: { type: 'START_CODE', code: '0000000000' },
  CODE_REFUSED: { type: 'CODE_REFUSED', now: DURING },
  OPEN_FAILED: {
    type: 'OPEN_FAILED',
    message: 'Busy.',
    waitsFor: null,
    chance: 0.5,
    retryAfterMs: null,
    now: DURING,
  },
  WRITE_FAILED: { type: 'WRITE_FAILED', message: 'The phone is full.', now: DURING },
  WRITTEN: { type: 'WRITTEN' },
  'TICK before the start': { type: 'TICK', now: BEFORE },
  'TICK at the start': { type: 'TICK', now: START },
  'TICK at the deadline': { type: 'TICK', now: DEADLINE },
  START: { type: 'START' },
  TAKE_OVER: { type: 'TAKE_OVER' },
  RETRY: { type: 'RETRY' },
  NETWORK_BACK: { type: 'NETWORK_BACK' },
  ACT: { type: 'ACT', act: { type: 'answered', qid: 'q1', answer: 'OptionTwo' } },
  SUBMIT: { type: 'SUBMIT' },
  'STORED under way': stored({}),
  'STORED submitted': stored({ submitted: true }),
  'STORED received': stored({ submitted: true, received: true }),
  'STORED taken over': stored({ mine: false }),
  'STORED submitted elsewhere': stored({ submittedElsewhere: true }),
  'STORED ended elsewhere': stored({ mine: false, endedElsewhere: true }),
  LOCK_GAINED: { type: 'LOCK_GAINED' },
} as const satisfies Record<string, SittingMachineEvent>;
type Reading = keyof typeof events;

const stays = (state: State): Record<Reading, State> => ({
  'FOUND before the start': state,
  LOOK_UP_FAILED: state,
  'OPEN_REFUSED elsewhere': state,
  'OPEN_REFUSED over': state,
  'OPEN_REFUSED not yet': state,
  START_MOVED: state,
  START_CODE: state,
  CODE_REFUSED: state,
  OPEN_FAILED: state,
  WRITE_FAILED: state,
  WRITTEN: state,
  'TICK before the start': state,
  'TICK at the start': state,
  'TICK at the deadline': state,
  START: state,
  TAKE_OVER: state,
  RETRY: state,
  NETWORK_BACK: state,
  ACT: state,
  SUBMIT: state,
  'STORED under way': state,
  'STORED submitted': state,
  'STORED received': state,
  'STORED taken over': state,
  'STORED submitted elsewhere': state,
  'STORED ended elsewhere': state,
  LOCK_GAINED: state,
});

const storedEnds = {
  'STORED submitted': 'submitted',
  'STORED received': 'done',
  'STORED submitted elsewhere': 'alreadySubmitted',
  'STORED ended elsewhere': 'endedElsewhere',
} as const;
const storedArrives = { ...storedEnds, 'STORED under way': 'timed.writing' } as const;
const storedGoesOn = { ...storedEnds, 'STORED taken over': 'takenOver' } as const;

const table: Record<State, Record<Reading, State>> = {
  checking: {
    ...stays('checking'),
    'FOUND before the start': 'countdown',
    LOOK_UP_FAILED: 'checkFailed',
  },
  checkFailed: { ...stays('checkFailed'), RETRY: 'checking', NETWORK_BACK: 'checking' },
  notEligible: stays('notEligible'),
  inactive: { ...stays('inactive'), RETRY: 'checking' },
  alreadySubmitted: stays('alreadySubmitted'),
  countdown: {
    ...stays('countdown'),
    ...storedArrives,
    'TICK at the start': 'open.opening',
    'TICK at the deadline': 'open.opening',
  },
  'open.ready': { ...stays('open.ready'), ...storedArrives, START: 'open.opening' },
  'open.opening': {
    ...stays('open.opening'),
    ...storedArrives,
    'OPEN_REFUSED elsewhere': 'open.elsewhere',
    'OPEN_REFUSED over': 'over',
    'OPEN_REFUSED not yet': 'checking',
    START_CODE: 'open.unlocking',
    OPEN_FAILED: 'open.failed',
  },
  'open.unlocking': {
    ...stays('open.unlocking'),
    ...storedArrives,
    'OPEN_REFUSED elsewhere': 'over',
    'OPEN_REFUSED over': 'over',
    'OPEN_REFUSED not yet': 'over',
    CODE_REFUSED: 'open.failed',
    OPEN_FAILED: 'open.failed',
  },
  over: stays('over'),
  'open.failed': {
    ...stays('open.failed'),
    ...storedArrives,
    START_CODE: 'open.unlocking',
    RETRY: 'open.opening',
    NETWORK_BACK: 'open.opening',
    'TICK at the deadline': 'open.opening',
  },
  'open.elsewhere': { ...stays('open.elsewhere'), ...storedArrives, TAKE_OVER: 'open.opening' },
  'timed.writing': {
    ...stays('timed.writing'),
    ...storedGoesOn,
    'TICK at the deadline': 'autoSubmit',
    SUBMIT: 'submitting',
  },
  'timed.readOnly': { ...stays('timed.readOnly'), ...storedGoesOn, LOCK_GAINED: 'timed.writing' },
  autoSubmit: { ...stays('autoSubmit'), ...storedGoesOn, WRITE_FAILED: 'submissionFailed' },
  submitting: { ...stays('submitting'), ...storedGoesOn, WRITE_FAILED: 'submissionFailed' },
  submissionFailed: {
    ...stays('submissionFailed'),
    ...storedGoesOn,
    RETRY: 'submitting',
    'TICK at the deadline': 'autoSubmit',
  },
  submitted: {
    ...stays('submitted'),
    ...storedGoesOn,
    'STORED under way': 'timed.writing',
  },
  takenOver: { ...stays('takenOver'), ...storedArrives, TAKE_OVER: 'open.opening' },
  endedElsewhere: {
    ...stays('endedElsewhere'),
    ...storedGoesOn,
    'STORED under way': 'timed.writing',
  },
  done: stays('done'),
};

const underWay = found({ sitting });
/** The shortest path into each state. */
const ways: Record<State, SittingMachineEvent[]> = {
  checking: [],
  checkFailed: [events.LOOK_UP_FAILED],
  notEligible: [found({ eligible: false })],
  inactive: [found({ exam: { ...exam, active: false } })],
  alreadySubmitted: [found({ done: true })],
  countdown: [found({}, BEFORE)],
  'open.ready': [found({})],
  'open.opening': [found({}), events.START],
  'open.failed': [found({}), events.START, events.OPEN_FAILED],
  'open.elsewhere': [found({}), events.START, events['OPEN_REFUSED elsewhere']],
  'open.unlocking': [found({}), events.START, events.OPEN_FAILED, events.START_CODE],
  over: [found({}), events.START, events['OPEN_REFUSED over']],
  'timed.writing': [underWay],
  'timed.readOnly': [found({ sitting }, DURING, false)],
  autoSubmit: [underWay, events['TICK at the deadline']],
  submitting: [underWay, events.SUBMIT],
  submissionFailed: [underWay, events.SUBMIT, events.WRITE_FAILED],
  submitted: [underWay, events['STORED submitted']],
  takenOver: [underWay, events['STORED taken over']],
  endedElsewhere: [underWay, events['STORED ended elsewhere']],
  done: [underWay, events['STORED received']],
};

type Snapshot = SnapshotFrom<typeof sittingMachine>;

const nameOf = ({ value }: Snapshot): string =>
  typeof value === 'string' ? value : Object.entries(value).flat().join('.');

function reached(...sent: SittingMachineEvent[]): Snapshot {
  let [snapshot] = initialTransition(sittingMachine);
  for (const event of sent) [snapshot] = transition(sittingMachine, snapshot, event);
  return snapshot;
}

describe('the sitting machine', () => {
  for (const state of Object.keys(table) as State[]) {
    it(`can be in ${state}`, () => {
      expect(nameOf(reached(...ways[state]))).toBe(state);
    });
    for (const reading of Object.keys(events) as Reading[]) {
      it(`in ${state}, ${reading} leads to ${table[state][reading]}`, () => {
        expect(nameOf(reached(...ways[state], events[reading]))).toBe(table[state][reading]);
      });
    }
  }
});

describe('the way into a sitting [AT1]', () => {
  const cases: [string, Partial<Entry>, State][] = [
    [
      'a submission without a receipt takes precedence over everything else',
      { sitting: { ...sitting, submitted: true }, eligible: false, done: true },
      'submitted',
    ],
    [
      'so does its receipt, if it came while the page was opening',
      {
        sitting: { ...sitting, submitted: true, received: true },
        waited: true,
        eligible: false,
        done: true,
      },
      'done',
    ],
    [
      'a candidate who is not eligible is sent away',
      { eligible: false, done: true },
      'notEligible',
    ],
    [
      'an exam that was submitted can’t be taken again',
      { done: true, exam: { ...exam, active: false } },
      'alreadySubmitted',
    ],
    [
      'a receipt on the device says submitted too',
      { sitting: { ...sitting, submitted: true, received: true } },
      'alreadySubmitted',
    ],
    [
      'a sitting that moved to another device is shown as taken over',
      { sitting: { ...sitting, mine: false } },
      'takenOver',
    ],
    [
      'a sitting that ended on another device is shown as such while something waits here [AT7]',
      { sitting: { ...sitting, mine: false, endedElsewhere: true, submittedElsewhere: true } },
      'endedElsewhere',
    ],
    [
      'a sitting that was submitted on another device is shown as submitted once nothing waits here',
      {
        sitting: { ...sitting, mine: false, endedElsewhere: true, submittedElsewhere: true },
        done: true,
      },
      'alreadySubmitted',
    ],
    [
      'a sitting under way goes on even if the exam became Inactive',
      { sitting, exam: { ...exam, active: false } },
      'timed.writing',
    ],
    [
      'a sitting under way goes on without the exam or a network',
      { sitting, exam: null },
      'timed.writing',
    ],
    [
      'a sitting that was submitted another way under this turn is shown as submitted',
      { sitting: { ...sitting, submittedElsewhere: true } },
      'alreadySubmitted',
    ],
    ['without an exam and a sitting the check fails', { exam: null }, 'checkFailed'],
    ['an Inactive exam doesn’t open', { exam: { ...exam, active: false } }, 'inactive'],
    ['a candidate who comes after the start is offered Start exam', {}, 'open.ready'],
  ];
  for (const [title, more, state] of cases) {
    it(title, () => {
      expect(nameOf(reached(found(more)))).toBe(state);
    });
  }

  it('opens by itself when the countdown reaches the start, without a press [AT3]', () => {
    expect(nameOf(reached(found({}, BEFORE), events['TICK at the start']))).toBe('open.opening');
  });

  it('has started at the very moment of the start [AT3]', () => {
    expect(nameOf(reached(found({}, START)))).toBe('open.ready');
    expect(nameOf(reached(found({}, START - 1)))).toBe('countdown');
  });

  it('counts down to the start that the server told last, whether earlier or later [AT3]', () => {
    const moved = (startDate: number): SittingMachineEvent => ({ type: 'START_MOVED', startDate });
    const at = (now: number): SittingMachineEvent => ({ type: 'TICK', now });
    const [earlier, later] = [START - 3_000, START + 30_000];
    const waits = found({}, BEFORE);
    expect(nameOf(reached(waits, moved(earlier), at(earlier)))).toBe('open.opening');
    expect(nameOf(reached(waits, moved(later), at(START)))).toBe('countdown');
    expect(nameOf(reached(waits, moved(later), at(later)))).toBe('open.opening');
  });

  it('goes to the state that matches the reason of the server’s refusal', () => {
    const refused = (reason: 'inactive' | 'not-eligible' | 'already-submitted') =>
      nameOf(reached(found({}), events.START, { type: 'OPEN_REFUSED', reason }));
    expect(refused('inactive')).toBe('inactive');
    expect(refused('not-eligible')).toBe('notEligible');
    expect(refused('already-submitted')).toBe('alreadySubmitted');
  });
});

describe('a start code [AT18]', () => {
  const failed = ways['open.failed'];
  const tried = [...failed, events.START_CODE, events.CODE_REFUSED];
  const at = (now: number): SittingMachineEvent => ({ type: 'TICK', now });

  it('is not accepted before the candidate may start, whatever is on the phone', () => {
    expect(nameOf(reached(...ways.countdown, events.START_CODE))).toBe('countdown');
    expect(nameOf(reached(...ways['open.ready'], events.START_CODE))).toBe('open.ready');
  });

  it('that opens the paper clears the earlier network error', () => {
    expect(reached(...failed).context.message).not.toBeNull();
    const begun = reached(...failed, events.START_CODE, events['STORED under way']);
    expect(nameOf(begun)).toBe('timed.writing');
    expect(begun.context.message).toBeNull();
  });

  it('that didn’t open the paper is followed by a growing pause, but never by a lock-out', () => {
    const pauses: number[] = [];
    let way = failed;
    let now = DURING;
    for (let tries = 0; tries < 8; tries += 1) {
      way = [...way, events.START_CODE, { type: 'CODE_REFUSED', now }];
      const { codeAt } = reached(...way).context;
      pauses.push((codeAt - now) / 1_000);
      expect(nameOf(reached(...way, at(codeAt - 1), events.START_CODE))).not.toBe('open.unlocking');
      way = [...way, at(codeAt)];
      expect(nameOf(reached(...way, events.START_CODE))).toBe('open.unlocking');
      now = codeAt;
    }
    expect(pauses).toEqual([5, 10, 20, 40, 60, 60, 60, 60]);
  });

  it('may be typed while the server is still being asked, and a stored row opens the exam either way', () => {
    expect(nameOf(reached(...ways['open.opening'], events.START_CODE))).toBe('open.unlocking');
    expect(nameOf(reached(...tried, events['STORED under way']))).toBe('timed.writing');
  });
});

describe('what is stored on the phone decides [AT2]', () => {
  const step = (state: State, reading: Reading) => nameOf(reached(...ways[state], events[reading]));
  const isUnderWay = (name: string) => name.startsWith('timed.');
  const isSubmitted = (name: string) => name === 'submitted' || name === 'done';

  it('only the row on the phone starts a sitting or makes it submitted', () => {
    for (const state of Object.keys(table) as State[]) {
      for (const reading of Object.keys(events) as Reading[]) {
        const next = step(state, reading);
        if (next === state || events[reading].type === 'STORED') continue;
        expect(isSubmitted(next), `${state}, ${reading}`).toBe(false);
        if (!isUnderWay(state)) expect(isUnderWay(next), `${state}, ${reading}`).toBe(false);
      }
    }
  });

  it('a write in progress is awaited, whatever else is stored meanwhile', () => {
    expect(step('submitting', 'STORED under way')).toBe('submitting');
    expect(step('autoSubmit', 'STORED under way')).toBe('autoSubmit');
  });

  it('the row counts the same when another tab or the sync wrote it', () => {
    const before: State[] = ['countdown', 'open.ready', 'open.opening', 'open.failed', 'takenOver'];
    for (const state of before) {
      expect(step(state, 'STORED under way'), state).toBe('timed.writing');
      expect(step(state, 'STORED received'), state).toBe('done');
    }
    for (const state of ['timed.writing', 'timed.readOnly'] as const)
      expect(step(state, 'STORED submitted'), state).toBe('submitted');
  });
});

describe('acts and time', () => {
  const workOf = (snapshot: Snapshot, event: SittingMachineEvent) =>
    transition(sittingMachine, snapshot, event)[1].map(({ type, params }) => ({ type, params }));

  /** The actor that the last of these events starts, and its input. */
  const begun = (...given: SittingMachineEvent[]) => {
    const last = given.at(-1);
    if (!last) throw new Error('no event');
    const spawned = workOf(reached(...given.slice(0, -1)), last).find(
      ({ type }) => type === 'xstate.spawnChild',
    )?.params;
    const { src, input } = z.parse(z.object({ src: z.string(), input: z.unknown() }), spawned);
    return [src, input];
  };

  it('an act is recorded only where this tab may write [AT7]', () => {
    for (const state of Object.keys(table) as State[]) {
      const records = workOf(reached(...ways[state]), events.ACT).filter(
        ({ type }) => type === 'record',
      );
      const expected = { type: 'record', params: { sittingId: 's1', act: events.ACT.act } };
      expect(records, state).toEqual(state === 'timed.writing' ? [expected] : []);
    }
  });

  it('a submission says whether the timer or the candidate made it [AT10]', () => {
    expect(begun(underWay, events['TICK at the deadline'])).toEqual([
      'submit',
      { sittingId: 's1', auto: true },
    ]);
    expect(begun(underWay, events.SUBMIT)).toEqual(['submit', { sittingId: 's1', auto: false }]);
  });

  it('the exam opens with the code that was typed, and takes over only when the candidate asks for it [AT18]', () => {
    expect(begun(...ways['open.failed'], events.START_CODE)).toEqual([
      'openByCode',
      { code: events.START_CODE.code },
    ]);
    expect(begun(found({}), events.START)).toEqual(['openSitting', { takeOver: false }]);
    expect(begun(...ways['open.elsewhere'], events.TAKE_OVER)).toEqual([
      'openSitting',
      { takeOver: true },
    ]);
  });

  it('nothing is submitted while a proctor has paused the clock, and afterwards the time goes on [AT20]', () => {
    const paused = { ...sitting, pausedAt: DEADLINE - 1_000 };
    const held = reached(found({ sitting: paused }), events['TICK at the deadline']);
    expect(nameOf(held)).toBe('timed.writing');
    const later = { type: 'TICK', now: DEADLINE + 3_600_000 } as const;
    expect(nameOf(reached(found({ sitting: paused }), later))).toBe('timed.writing');
    const goesOn = stored({ deadline: DEADLINE + 60_000 }, DEADLINE);
    expect(nameOf(reached(found({ sitting: paused }), later, goesOn))).toBe('timed.writing');
    const atItsEnd = { type: 'TICK', now: DEADLINE + 60_000 } as const;
    expect(nameOf(reached(found({ sitting: paused }), goesOn, atItsEnd))).toBe('autoSubmit');
  });

  it('the sitting is submitted at once when the page opens after the deadline [AT10]', () => {
    expect(nameOf(reached(found({ sitting }, DEADLINE + 1)))).toBe('autoSubmit');
  });

  it('the tab that writes submits, and a waiting tab submits once it gains the lock [AT7]', () => {
    const waiting = reached(found({ sitting }, DURING, false), events['TICK at the deadline']);
    expect(nameOf(waiting)).toBe('timed.readOnly');
    expect(nameOf(transition(sittingMachine, waiting, events.LOCK_GAINED)[0])).toBe('autoSubmit');
  });

  it('the tab writes when it gained the lock before the look-up’s answer, which didn’t know of the lock [AT7]', () => {
    expect(nameOf(reached(events.LOCK_GAINED, found({ sitting }, DURING, false)))).toBe(
      'timed.writing',
    );
  });

  it('the timer follows a deadline that was moved', () => {
    const extended = reached(
      underWay,
      stored({ deadline: DEADLINE + 60_000 }),
      events['TICK at the deadline'],
    );
    expect(nameOf(extended)).toBe('timed.writing');
  });

  it('the exam goes on when a submission by a wrong clock was taken back, and says so until the next act [AT9]', () => {
    const back = reached(
      underWay,
      stored({ submitted: true, unconfirmed: true }, DEADLINE),
      events['STORED under way'],
    );
    expect(nameOf(back)).toBe('timed.writing');
    expect(back.context.reopened).toBe('clock');
    expect(transition(sittingMachine, back, events.ACT)[0].context.reopened).toBeNull();
  });

  it('the exam goes on when a proctor reopened a submission that awaited its receipt, and doesn’t blame the clock [AT19]', () => {
    const back = reached(
      underWay,
      stored({ submitted: true, unconfirmed: true }, DEADLINE),
      stored({ submitted: true }, DEADLINE),
      events['STORED under way'],
    );
    expect(nameOf(back)).toBe('timed.writing');
    expect(back.context.reopened).toBe('proctor');
  });

  it('Try again writes what the storage refused, and the message goes once it is written [AT21]', () => {
    const refused = reached(underWay, events.ACT, events.WRITE_FAILED);
    expect(refused.context.message).toBe('The phone is full.');
    const [again, acts] = transition(sittingMachine, refused, events.RETRY);
    expect(acts).toMatchObject([{ type: 'record', params: { sittingId: 's1', act: null } }]);
    expect(again.context.message).toBe('The phone is full.');
    expect(transition(sittingMachine, again, events.WRITTEN)[0].context.message).toBeNull();
  });

  it('a submission that the storage refused is tried again automatically once time is up [AT10]', () => {
    const failed = reached(underWay, events['TICK at the deadline'], {
      ...events.WRITE_FAILED,
      now: DEADLINE,
    });
    expect(nameOf(failed)).toBe('submissionFailed');
    expect(failed.context.message).toBe('The phone is full.');
    const tick = (now: number) =>
      nameOf(transition(sittingMachine, failed, { type: 'TICK', now })[0]);
    expect(tick(DEADLINE + 2_999)).toBe('submissionFailed');
    expect(tick(DEADLINE + 3_000)).toBe('autoSubmit');
  });

  it('the wait grows after each failed opening [SY6]', () => {
    const failed = reached(
      found({}),
      events.START,
      events.OPEN_FAILED,
      events.RETRY,
      events.OPEN_FAILED,
    );
    expect(failed.context.retryAt - DURING).toBe(1_000);
  });
});
