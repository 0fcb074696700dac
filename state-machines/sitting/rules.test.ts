import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionNames } from '#contract/wire/values.ts';
import { act, HOUR, START, times } from '#tests/sync/sitting-log.ts';
import { judgeAct, type LoggedAct, placeAll, project, type TimeFacts } from './rules.ts';

const paper = { hasQuestion: (qid: string) => /^q\d$/.test(qid), takesDocuments: false };

describe('judging one act [AT5]', () => {
  const issued = new Set([1]);
  it.each([
    [{ qid: 'q1', answer: 'OptionFour' }, null],
    [{ qid: 'q1', answer: 'Paris' }, 'unknown-option'],
    [{ qid: 'other', answer: 'OptionOne' }, 'unknown-question'],
    [{ qid: null }, 'malformed'],
    [{ type: 'marked', qid: undefined }, 'malformed'],
    [{ type: 'documents', qid: null, answer: '' }, 'malformed'],
    [{ epoch: 2 }, 'epoch-not-issued'],
  ] as const)('%j is judged %s', (given, refusal) => {
    expect(judgeAct(act(given), paper, issued, null)).toBe(refusal);
  });

  it('refuses an act whose turn is after the submission’s, whenever either arrived', () => {
    const submission = { epoch: 1, seq: 5 };
    expect(judgeAct(act({ seq: 6 }), paper, issued, submission)).toBe('after-submission');
    expect(
      judgeAct(act({ seq: 4, receivedAt: START + HOUR }), paper, issued, submission),
    ).toBeNull();
    expect(judgeAct(act({ seq: 5, type: 'submitted' }), paper, issued, submission)).toBeNull();
  });

  it('accepts a list of pages only where documents are taken, and only if it consists of hashes', () => {
    const docs = { ...paper, takesDocuments: true };
    const page = 'a'.repeat(64);
    expect(
      judgeAct(
        act({ type: 'documents', qid: null, answer: `${page},${page}` }),
        docs,
        issued,
        null,
      ),
    ).toBeNull();
    expect(
      judgeAct(act({ type: 'documents', qid: null, answer: `${page},../etc` }), docs, issued, null),
    ).toBe('malformed');
    expect(
      judgeAct(
        act({ type: 'documents', qid: null, answer: Array(41).fill(page).join() }),
        docs,
        issued,
        null,
      ),
    ).toBe('malformed');
  });
});

describe('placing an act in time [AT8]', () => {
  const late = times.deadline + times.transitMs + 1;
  const silent = { elapsed: HOUR - 60_000, receivedAt: late };
  const beacons = [
    { at: START, elapsed: 0, seq: 0 },
    { at: late - 1_000, elapsed: late - 1_000 - START, seq: 1 },
  ];
  const measured = { ...times, evidence: new Map([['d1', { beacons, fixed: null }]]) };
  const placing = (given: Partial<LoggedAct>, facts: TimeFacts) =>
    placeAll([act(given)], [], facts).acts.map((placed) => placed.placing);

  it('counts an act that is proven, or measured and received within the exam’s allowed lateness', () => {
    expect(placing({ elapsed: HOUR, receivedAt: times.deadline + times.transitMs }, times)).toEqual(
      ['counts'],
    );
    expect(placing(silent, measured)).toEqual(['counts']);
    expect(placing(silent, { ...measured, lateMs: late - times.deadline })).toEqual(['counts']);
  });

  it('holds a measured act that came later than that, and every one where the exam allows no lateness', () => {
    expect(placing(silent, { ...measured, lateMs: late - times.deadline - 1 })).toEqual(['held']);
    expect(placing(silent, { ...measured, lateMs: 0 })).toEqual(['held']);
  });

  it('holds a doubtful act', () => {
    expect(placing(silent, times)).toEqual(['held']);
  });

  it('applies a decision to what had been received by then, and holds what comes later', () => {
    const decide = (counted: boolean, at: number) => ({ ...times, decision: { counted, at } });
    expect(placing(silent, decide(true, late))).toEqual(['counts']);
    expect(placing(silent, decide(false, late))).toEqual(['decided-against']);
    expect(placing(silent, decide(true, late - 1))).toEqual(['held']);
  });

  it('holds an answer received after the candidate saw the score, even if its digest came before [AT11]', () => {
    const fixed = { after: 0, upTo: 1, at: START + 5_000 };
    const proven = { ...times, evidence: new Map([['d1', { beacons: [], fixed }]]) };
    const looked = (scoreToldAt: number) => placing(silent, { ...proven, scoreToldAt });
    expect(looked(late - 1)).toEqual(['held']);
    expect(looked(late)).toEqual(['counts']);
  });
});

describe('late work that counts [AT12]', () => {
  const late = times.deadline + 12 * 60_000;
  const lastHeard = times.deadline - 6 * 60_000;
  const beacons = [
    { at: lastHeard, elapsed: lastHeard - START, seq: 1 },
    { at: late, elapsed: late - START, seq: 2 },
  ];
  const evidence = new Map([['d1', { beacons, fixed: null }]]);
  const silent = act({ seq: 2, elapsed: HOUR - 60_000, receivedAt: late });
  const before = act({ seq: 1, answer: 'OptionTwo' });

  it('marks the score with the minutes of silence before and after the end', () => {
    expect(project([before, silent], [], { ...times, evidence }).late).toEqual({
      before: 6,
      after: 12,
    });
  });

  it('leaves no mark when the result would be the same without it', () => {
    const same = act({ seq: 1 });
    expect(project([same, silent], [], { ...times, evidence }).late).toBeNull();
  });

  it('leaves no mark once a person has looked or the office trusts it; what comes later is marked again', () => {
    const marked = (more: Partial<TimeFacts>) =>
      project([before, silent], [], { ...times, evidence, ...more }).late !== null;
    expect(marked({ lookedAt: late - 1 })).toBe(true);
    expect(marked({ lookedAt: late })).toBe(false);
    expect(marked({ trustsMeasured: true })).toBe(false);
  });
});

describe('the act that counts [AT4]', () => {
  it('is the one with the greatest epoch, then seq', () => {
    const log = [
      act({ epoch: 1, seq: 9, answer: 'OptionOne' }),
      act({ deviceId: 'd2', epoch: 2, seq: 1, answer: 'OptionTwo' }),
      act({ deviceId: 'd2', epoch: 2, seq: 2, qid: 'q2', answer: 'OptionThree' }),
      act({ deviceId: 'd2', epoch: 2, seq: 3, qid: 'q2', type: 'cleared', answer: null }),
    ];
    expect([...project(log, [], times).answers]).toEqual(
      expect.arrayContaining([
        ['q1', 'OptionTwo'],
        ['q2', ''],
      ]),
    );
  });

  it('is replaced by a submission only for the questions that the submission names [AT6]', () => {
    const log = [
      act({ seq: 1, qid: 'q1', answer: 'OptionOne' }),
      act({ seq: 2, qid: 'q2', answer: 'OptionTwo' }),
    ];
    const submission = {
      deviceId: 'd1',
      epoch: 1,
      seq: 3,
      answers: [{ qid: 'q1', answer: 'OptionFour' as const }],
      elapsed: 5_000,
      receivedAt: START + 5_000,
      final: true,
    };
    expect(Object.fromEntries(project(log, [submission], times).answers)).toEqual({
      q1: 'OptionFour',
      q2: 'OptionTwo',
    });
  });

  it('[AT14] may be an answer received after a submission that is not final, because such a submission holds nothing back', () => {
    const log = [
      act({ seq: 2, qid: 'q1', answer: 'OptionOne' }),
      act({ seq: 9, qid: 'q2', answer: 'OptionThree', receivedAt: START + 9_000 }),
    ];
    const soFar = {
      deviceId: 'd1',
      epoch: 1,
      seq: 5,
      answers: [
        { qid: 'q1', answer: 'OptionFour' as const },
        { qid: 'q2', answer: 'OptionFour' as const },
      ],
      elapsed: 5_000,
      receivedAt: START + 5_000,
    };
    const counts = (final: boolean) => project(log, [{ ...soFar, final }], times);
    expect(Object.fromEntries(counts(false).answers)).toEqual({
      q1: 'OptionFour',
      q2: 'OptionThree',
    });
    expect(counts(false).held).toBe(0);
    // After a final submission the candidate may know the score [AT11].
    expect(Object.fromEntries(counts(true).answers)).toEqual({
      q1: 'OptionFour',
      q2: 'OptionFour',
    });
  });

  it('[AT14] is not a non-final submission that comes after a final one: that is carried, or held', () => {
    const final = {
      deviceId: 'd1',
      epoch: 1,
      seq: 9,
      answers: [{ qid: 'q1', answer: 'OptionOne' as const }],
      elapsed: 9_000,
      receivedAt: START + 9_000,
      final: true,
    };
    const late = (deviceId: string, qid: string) =>
      project(
        [],
        [
          final,
          {
            ...final,
            deviceId,
            epoch: 2,
            answers: [{ qid, answer: 'OptionTwo' as const }],
            receivedAt: START + 10_000,
            final: false,
          },
        ],
        times,
      );
    for (const [deviceId, qid] of [
      ['d1', 'q2'],
      ['d2', 'q1'],
    ] as const)
      expect(late(deviceId, qid)).toMatchObject({
        held: 0,
        answers: new Map([['q1', 'OptionOne']]),
      });
    expect(late('d2', 'q2')).toMatchObject({ held: 1, answers: new Map([['q1', 'OptionOne']]) });
  });

  it('is the same whatever the order of arrival', () => {
    const anyAct = fc.record({
      deviceId: fc.constantFrom('d1', 'd2'),
      seq: fc.integer({ min: 1, max: 30 }),
      type: fc.constantFrom('answered', 'cleared', 'marked', 'unmarked') as fc.Arbitrary<
        LoggedAct['type']
      >,
      qid: fc.constantFrom('q1', 'q2', 'q3'),
      answer: fc.constantFrom(...optionNames),
      elapsed: fc.integer({ min: 0, max: 2 * HOUR }),
      receivedAt: fc.integer({ min: START, max: START + 3 * HOUR }),
    });
    const logs = fc.uniqueArray(anyAct, {
      selector: ({ deviceId, seq }) => `${deviceId}/${seq}`,
      maxLength: 30,
    });
    fc.assert(
      fc.property(logs, fc.infiniteStream(fc.nat()), (acts, chance) => {
        const log = acts.map((given) => act({ ...given, epoch: given.deviceId === 'd1' ? 1 : 2 }));
        const shuffled = log
          .map((entry) => ({ entry, key: chance.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ entry }) => entry);
        const [one, other] = [project(log, [], times), project(shuffled, [], times)];
        expect(Object.fromEntries(other.answers)).toEqual(Object.fromEntries(one.answers));
        expect(other.marked).toEqual(one.marked);
        expect(other.held).toBe(one.held);
      }),
    );
  });
});
