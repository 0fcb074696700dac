/** What counts in a log, one rule at a time: each test fails if its line of rules.ts changes. */
import { describe, expect, it } from 'vitest';
import { act, HOUR, START, times } from '#tests/sync/sitting-log.ts';
import {
  awaitedPages,
  countAnswered,
  isSubmitted,
  judgeAct,
  type LoggedAct,
  placeAll,
  project,
  type Submission,
  type TimeFacts,
} from './rules.ts';

const MINUTE = 60_000;
const submission = (given: Partial<Submission>): Submission => ({
  deviceId: 'd1',
  epoch: 1,
  seq: 9,
  answers: [{ qid: 'q1', answer: 'OptionFour' }],
  elapsed: 9_000,
  receivedAt: START + 9_000,
  final: true,
  ...given,
});
/** Beacons heard at these minutes, by a device whose measure was right each time. */
const heardAt = (...heard: [minutes: number, seq: number][]) => ({
  beacons: heard.map(([minutes, seq]) => ({
    at: START + minutes * MINUTE,
    elapsed: minutes * MINUTE,
    seq,
  })),
  fixed: null,
});
const placings = (acts: LoggedAct[], submissions: Submission[], facts: TimeFacts = times) =>
  placeAll(acts, submissions, facts).acts.map(({ act: { qid }, placing }) => `${qid} ${placing}`);

describe('a single act [AT5]', () => {
  const paper = { hasQuestion: (qid: string) => qid === 'q1', takesDocuments: true };
  const judged = (given: Partial<LoggedAct>) => judgeAct(act(given), paper, new Set([1]), null);
  it.each(['started', 'submitted', 'reopened'] as const)(
    '“%s” need not name a question',
    (type) => {
      expect(judged({ type, qid: null, answer: null })).toBeNull();
    },
  );
  it.each(['cleared', 'marked', 'unmarked'] as const)(
    '“%s” must name a question of the paper',
    (type) => {
      expect(judged({ type })).toBeNull();
      expect(judged({ type, qid: 'q2' })).toBe('unknown-question');
      expect(judged({ type, qid: '' })).toBe('malformed');
    },
  );
  it('an answer must be one of the four options, and a list of pages must consist of hashes only', () => {
    expect(judged({ answer: null })).toBe('unknown-option');
    expect(judged({ type: 'documents', answer: '' })).toBeNull();
    expect(judged({ type: 'documents', answer: null })).toBeNull();
    for (const wrong of [`x${'a'.repeat(64)}`, `${'a'.repeat(64)}x`, 'a'.repeat(63)])
      expect(judged({ type: 'documents', answer: wrong })).toBe('malformed');
  });
});

describe('the order of a device’s own time measure [AT8]', () => {
  const late = START + 72 * MINUTE;
  const evidence = new Map([['d1', heardAt([10, 0], [72, 9])]]);
  const facts = { ...times, evidence };
  it('holds late work whose measure runs backwards behind an earlier act of the same device', () => {
    const acts = [
      act({ seq: 1, qid: 'q1', elapsed: 50 * MINUTE, receivedAt: late }),
      act({ seq: 2, qid: 'q2', elapsed: 20 * MINUTE, receivedAt: late }),
      act({ seq: 3, qid: 'q3', elapsed: 45 * MINUTE, receivedAt: late }),
      act({ seq: 4, qid: 'q4', elapsed: 51 * MINUTE, receivedAt: late }),
    ];
    expect(placings(acts, [], facts)).toEqual(['q1 counts', 'q2 held', 'q3 held', 'q4 counts']);
    const [first, ...others] = acts;
    expect(placings([{ ...act({}), ...first, deviceId: 'd2' }, ...others], [], facts)[1]).toBe(
      'q2 counts',
    );
  });
  it('starts over with each beacon, so that a wrong measure from before it holds nothing that came after', () => {
    const placed = (heard: number) => {
      const corrected = new Map([['d1', heardAt([10, 0], [30, heard], [72, 9])]]);
      const acts = [
        // The date was set forward: the app submitted automatically, learned that there is time left, and took it back.
        act({
          seq: 1,
          type: 'submitted',
          qid: null,
          elapsed: HOUR,
          receivedAt: START + 30 * MINUTE,
        }),
        act({ seq: 2, type: 'reopened', qid: null, elapsed: 30 * MINUTE, receivedAt: late }),
        act({ seq: 3, qid: 'q1', elapsed: 35 * MINUTE, receivedAt: late }),
        act({ seq: 4, qid: 'q2', elapsed: 33 * MINUTE, receivedAt: late }),
      ];
      const last = submission({ elapsed: 58 * MINUTE, receivedAt: late, answers: [] });
      const { submissions } = placeAll(acts, [last], { ...facts, evidence: corrected });
      return [...placings(acts, [], { ...facts, evidence: corrected }), submissions[0]?.placing];
    };
    expect(placed(1)).toEqual(['null counts', 'null counts', 'q1 counts', 'q2 held', 'counts']);
    expect(placed(0)).toEqual(['null counts', 'null held', 'q1 held', 'q2 held', 'held']);
    expect(placed(9)).toEqual(placed(0));
  });
  it('leaves out a refused act, but not its measure', () => {
    const acts = [
      act({ seq: 1, refusal: 'malformed', elapsed: 50 * MINUTE, receivedAt: late }),
      act({ seq: 2, qid: 'q2', elapsed: 20 * MINUTE, receivedAt: late }),
    ];
    expect(placings(acts, [], facts)).toEqual(['q2 held']);
  });
  it('holds a late submission whose measure is before that of an earlier act of the same device', () => {
    const acts = [act({ elapsed: 50 * MINUTE, receivedAt: START + 50 * MINUTE })];
    const placed = (elapsed: number) =>
      placeAll(acts, [submission({ elapsed, receivedAt: late })], facts).submissions[0]?.placing;
    expect(placed(20 * MINUTE)).toBe('held');
    expect(placed(55 * MINUTE)).toBe('counts');
  });
});

describe('why an act waits [AT8][AT11]', () => {
  it('is given with it: which times contradict each other, and whether the candidate may have seen a score', () => {
    const late = { deviceId: 'd2', receivedAt: START + 100 * MINUTE };
    const acts = [
      act({ seq: 1, qid: 'q1' }),
      act({ ...late, seq: 2, qid: 'q2', elapsed: 50 * MINUTE }),
      act({ ...late, seq: 3, qid: 'q3', elapsed: 61 * MINUTE }),
      act({ ...late, deviceId: 'd3', seq: 4, qid: 'q4', elapsed: 50 * MINUTE }),
    ];
    const evidence = new Map([['d3', heardAt([10, 0], [100, 9])]]);
    const why = (submissions: Submission[]) =>
      placeAll(acts, submissions, { ...times, evidence }).acts.map((placed) => placed.why);
    const apart = [[], ['not-heard-before'], ['after-end'], ['arrived-late']];
    expect(why([])).toEqual(apart);
    const told = why([submission({ answers: [] })]);
    expect(told).toEqual([[], ...apart.slice(1).map((doubts) => [...doubts, 'score-told'])]);
    const seen = { ...times, scoreToldAt: START + 8_999 };
    expect(placeAll([], [submission({})], seen).submissions[0]?.why).toEqual(['score-told']);
  });
});

describe('once the score may be known [AT11]', () => {
  it('a submission received after the candidate saw the score waits for a person; one at that very moment counts', () => {
    const placed = (scoreToldAt: number) =>
      placeAll([], [submission({})], { ...times, scoreToldAt }).submissions[0]?.placing;
    expect(placed(START + 8_999)).toBe('held');
    expect(placed(START + 9_000)).toBe('counts');
  });
  it('answers and clearings of another device wait, unless a submission that counts names their question', () => {
    const after = { deviceId: 'd2', receivedAt: START + 9_001 };
    const acts = [
      act({ ...after, seq: 1, qid: 'q1' }),
      act({ ...after, seq: 2, qid: 'q2' }),
      act({ ...after, seq: 3, qid: 'q3', type: 'cleared' }),
      act({ ...after, seq: 4, qid: 'q4', type: 'marked' }),
      act({ deviceId: 'd2', receivedAt: START + 9_000, seq: 5, qid: 'q5' }),
      act({ deviceId: 'd1', receivedAt: START + 9_001, seq: 6, qid: 'q6' }),
    ];
    expect(placings(acts, [submission({})])).toEqual([
      'q1 carried',
      'q2 held',
      'q3 held',
      'q4 counts',
      'q5 counts',
      'q6 carried',
    ]);
  });
  it('a submission that itself waits carries no answers with it', () => {
    const acts = [act({ deviceId: 'd2', receivedAt: START + 9_002 })];
    const waits = { ...times, scoreToldAt: START + 5_000 };
    expect(placings(acts, [submission({})], waits)).toEqual(['q1 held']);
  });
  it('the first submission tells the score, even if another follows', () => {
    const acts = [act({ deviceId: 'd2', qid: 'q2', receivedAt: START + 9_500 })];
    const submissions = [
      submission({}),
      submission({ epoch: 2, seq: 1, receivedAt: START + 10_000 }),
    ];
    expect(placings(acts, submissions)).toEqual(['q2 held']);
    expect(project(acts, submissions, times).held).toBe(1);
  });
  it('a digest that came in time lets another device’s answers count, but not those of the device that submits', () => {
    const fixed = { after: 0, upTo: 9, at: START + 9_000 };
    const evidence = new Map(['d1', 'd2'].map((id) => [id, { beacons: [], fixed }]));
    const facts = { ...times, evidence };
    const acts = [
      act({ deviceId: 'd2', qid: 'q2', receivedAt: START + 20_000 }),
      act({ deviceId: 'd1', seq: 2, qid: 'q3', receivedAt: START + 20_000 }),
    ];
    expect(placings(acts, [submission({})], facts)).toEqual(['q2 counts', 'q3 carried']);
    expect(placings(acts, [submission({ receivedAt: START + 8_999 })], facts)[0]).toBe('q2 held');
    expect(placings(acts, [submission({ deviceId: 'd2' })], facts)[0]).toBe('q2 carried');
    // A submission without the device protocol may come from any device.
    expect(placings(acts, [submission({ deviceId: '' })], facts)[0]).toBe('q2 held');
  });
  it('no digest helps once a submission came after the end, or once the candidate saw the score', () => {
    const fixed = { after: 0, upTo: 9, at: START + 5_000 };
    const evidence = new Map([['d2', { beacons: [], fixed }]]);
    const end = times.deadline + times.transitMs;
    const placedAfter = (received: number, shown: number | null = null) =>
      placings(
        [act({ deviceId: 'd2', qid: 'q2', receivedAt: received + 1 })],
        [submission({ receivedAt: received })],
        { ...times, evidence, scoreToldAt: shown },
      )[0];
    expect([placedAfter(times.deadline), placedAfter(end), placedAfter(end + 1)]).toEqual([
      'q2 counts',
      'q2 counts',
      'q2 held',
    ]);
    expect([placedAfter(end, end), placedAfter(end, end + 1)]).toEqual(['q2 held', 'q2 counts']);
  });
  it('[AT14] a submission that is not final waits when it arrives after a final one or has a later turn, unless all it names is already submitted', () => {
    const progress = (more: Partial<Submission>) =>
      submission({
        ...{ deviceId: 'd2', epoch: 1, seq: 5, final: false },
        answers: [{ qid: 'q2', answer: 'OptionTwo' }],
        ...more,
      });
    const placed = (given: Submission, ...others: Submission[]) =>
      placeAll([], [submission({}), ...others, given], times).submissions.find(
        ({ act: { final } }) => !final,
      )?.placing;
    expect(placed(progress({ receivedAt: START + 8_000 }))).toBe('counts');
    expect(placed(progress({ receivedAt: START + 9_000 }))).toBe('counts');
    expect(placed(progress({ seq: 9, receivedAt: START + 8_000 }))).toBe('counts');
    expect(placed(progress({ seq: 10, receivedAt: START + 8_000 }))).toBe('held');
    expect(placed(progress({ receivedAt: START + 9_001 }))).toBe('held');
    const both = [
      { qid: 'q1', answer: 'OptionTwo' as const },
      { qid: 'q2', answer: 'OptionTwo' as const },
    ];
    const late = { receivedAt: START + 9_001 };
    expect(placed(progress({ ...late, answers: both }))).toBe('held');
    expect(placed(progress({ ...late, answers: both.slice(0, 1) }))).toBe('carried');
    const other = submission({ deviceId: 'd3', seq: 8, answers: both.slice(1) });
    expect(placed(progress({ ...late, answers: both }), other)).toBe('carried');
  });
  it('submissions are placed in the order of their turns', () => {
    const submissions = [submission({ epoch: 2, seq: 1 }), submission({ epoch: 1, seq: 9 })];
    expect(placeAll([], submissions, times).submissions.map(({ act: { epoch } }) => epoch)).toEqual(
      [1, 2],
    );
  });
  it('the sitting is submitted once one of its submissions is final', () => {
    expect(isSubmitted([])).toBe(false);
    expect(isSubmitted([{ final: false }])).toBe(false);
    expect(isSubmitted([{ final: false }, { final: true }])).toBe(true);
  });
});

describe('answers, marks and pages', () => {
  const [one, two] = ['a'.repeat(64), 'b'.repeat(64)];
  it('a submission’s answer replaces an act of the same turn, and an empty answer counts as no answer', () => {
    const { answers } = project(
      [act({ seq: 9, answer: 'OptionTwo' })],
      [
        submission({
          answers: [
            { qid: 'q1', answer: 'OptionThree' },
            { qid: 'q2', answer: '' },
            { qid: 'q3', answer: 'OptionOne' },
          ],
        }),
      ],
      times,
    );
    expect(Object.fromEntries(answers)).toEqual({ q1: 'OptionThree', q2: '', q3: 'OptionOne' });
    expect(countAnswered({ answers })).toBe(2);
  });
  it('a mark can be taken off again, and is independent of the answer', () => {
    const { answers, marked } = project(
      [
        act({ seq: 1, qid: 'q1', type: 'marked', answer: null }),
        act({ seq: 2, qid: 'q2', type: 'marked', answer: null }),
        act({ seq: 3, qid: 'q1', type: 'unmarked', answer: null }),
        act({ seq: 4, qid: 'q2', type: 'cleared', answer: null }),
      ],
      [],
      times,
    );
    expect(marked).toEqual(new Set(['q2']));
    expect([...answers.keys()]).toEqual(['q2']);
  });
  it('a value that is not an option, or not in an answer, answers nothing', () => {
    const { answers } = project(
      [act({ answer: 'Paris' }), act({ seq: 2, qid: 'q2', type: 'marked', answer: 'OptionOne' })],
      [],
      times,
    );
    expect(answers.size).toBe(0);
  });
  it('the last list of pages counts; there is none until a device sends one, and an empty list is a list', () => {
    const list = (seq: number, pages: string[], more: Partial<LoggedAct> = {}) =>
      act({ seq, type: 'documents', qid: null, answer: pages.join(), ...more });
    const documents = (...lists: LoggedAct[]) => project(lists, [], times).documents;
    expect(documents(act({}))).toBeNull();
    expect(documents(list(1, [one, two]), list(2, [two]))).toEqual([two]);
    expect(documents(list(1, [one]), list(2, []))).toEqual([]);
    // A list that waits for a person doesn't count, but its pages must be received all the same.
    const late = list(2, [two], { receivedAt: times.deadline + HOUR });
    expect(documents(list(1, [one]), late)).toEqual([one]);
    expect(awaitedPages([list(1, [one]), late], [], times)).toEqual(new Set([one, two]));
    expect(awaitedPages([list(1, [])], [], times)).toEqual(new Set());
    expect(awaitedPages([list(1, [one]), act({ seq: 3 })], [], times)).toEqual(new Set([one]));
    const refused = { ...times, decision: { counted: false, at: late.receivedAt } };
    expect(awaitedPages([list(1, [one]), late], [], refused)).toEqual(new Set([one]));
    expect(documents(late)).toEqual([]);
  });
});

describe('the mark of late work [AT12]', () => {
  const late = START + 72 * MINUTE;
  const evidence = new Map([['d1', heardAt([50, 1], [72, 9])]]);
  const facts = { ...times, evidence };
  const lateAct = (more: Partial<LoggedAct> = {}) =>
    act({ seq: 5, elapsed: 58 * MINUTE, receivedAt: late, ...more });

  it('gives the silence from the last act received before from that device to the last that came', () => {
    const log = [
      act({ deviceId: 'd2', qid: 'q9', receivedAt: START + 59 * MINUTE }),
      act({ seq: 1, qid: 'q8', receivedAt: START + 54 * MINUTE }),
      lateAct(),
      lateAct({ seq: 6, qid: 'q2', receivedAt: START + 80 * MINUTE }),
    ];
    expect(project(log, [], facts).late).toEqual({ before: 6, after: 20 });
  });
  it('counts the silence from the last beacon before the act, or from the start where there was none', () => {
    expect(project([lateAct()], [], facts).late).toEqual({ before: 10, after: 12 });
    const fromStart = { ...times, evidence: new Map([['d1', heardAt([0, 0], [72, 9])]]) };
    expect(project([lateAct()], [], fromStart).late).toEqual({ before: 60, after: 12 });
  });
  it('is absent for late pages that are the same, and present for pages or a clearing that change the result', () => {
    const page = 'c'.repeat(64);
    const pages = (more: Partial<LoggedAct>) =>
      act({ type: 'documents', qid: null, answer: page, ...more });
    expect(
      project(
        [pages({ seq: 1 }), lateAct({ type: 'documents', qid: null, answer: page })],
        [],
        facts,
      ).late,
    ).toBeNull();
    expect(
      project([pages({ seq: 1 }), lateAct({ type: 'documents', qid: null, answer: '' })], [], facts)
        .late,
    ).not.toBeNull();
    expect(project([act({ seq: 1 }), lateAct({ type: 'cleared' })], [], facts).late).not.toBeNull();
    // Clearing a question that was never answered changes nothing.
    expect(project([lateAct({ type: 'cleared' })], [], facts).late).toBeNull();
  });
  it('is absent while the late work waits for a person', () => {
    expect(project([lateAct()], [], { ...facts, lateMs: 0 }).late).toBeNull();
    // Late work that waits doesn't lengthen the silence either.
    const waits = lateAct({ seq: 6, qid: 'q2', receivedAt: START + 95 * MINUTE });
    expect(project([lateAct(), waits], [], facts).late).toEqual({ before: 10, after: 12 });
  });
});
