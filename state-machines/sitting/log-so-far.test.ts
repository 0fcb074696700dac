import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, START, times } from '#tests/sync/sitting-log.ts';
import { addSeqs, decisiveActs, isHeld, noSeqs } from './log-so-far.ts';
import { type LoggedAct, placeAll, project } from './rules.ts';

describe('the seqs that the server holds [SY3]', () => {
  it('may be acknowledged up to the first gap, never to the highest', () => {
    expect(addSeqs(noSeqs, [2, 3])).toEqual({ upTo: 0, above: new Set([2, 3]) });
    expect(addSeqs(noSeqs, [3, 1, 2, 5])).toEqual({ upTo: 3, above: new Set([5]) });
    expect(addSeqs(addSeqs(noSeqs, [3, 1, 5]), [2]).upTo).toBe(3);
    // Seqs that are sent again are not remembered twice.
    expect(addSeqs({ upTo: 3, above: new Set() }, [2, 3])).toEqual({ upTo: 3, above: new Set() });
  });

  it('are the same in whatever pieces they came', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 30 }))), (pieces) => {
        const held = pieces.reduce(addSeqs, noSeqs);
        const all = new Set(pieces.flat());
        for (let seq = 1; seq <= 31; seq += 1) expect(isHeld(held, seq)).toBe(all.has(seq));
        expect(all.has(held.upTo + 1)).toBe(false);
      }),
    );
  });
});

const decisive = (log: LoggedAct[]) => decisiveActs(placeAll(log, [], times).acts);

/** Acts of two phones, each with its own turns, that came while the sitting was open. */
const acts = fc.array(
  fc.record({
    epoch: fc.constantFrom(1, 2, 3),
    type: fc.constantFrom(
      ...(['started', 'answered', 'cleared', 'marked', 'unmarked', 'documents'] as const),
    ),
    question: fc.constantFrom('q1', 'q2', 'q3'),
    answer: fc.constantFrom('OptionOne', 'OptionTwo'),
    pages: fc.constantFrom('', 'a'.repeat(64), `${'b'.repeat(64)},${'a'.repeat(64)}`),
    elapsed: fc.integer({ min: 0, max: HOUR + 10_000 }),
    receivedAt: fc.integer({ min: START, max: START + HOUR + times.transitMs }),
    isRefused: fc.boolean(),
  }),
  { maxLength: 40 },
);

it('the decisive acts of a log give the same result as the whole log, whatever comes after [AT4][AT8]', () => {
  fc.assert(
    fc.property(acts, fc.nat(40), fc.nat(40), (given, first, second) => {
      const log = given.map(({ question, pages, isRefused, ...act }, index): LoggedAct => {
        const isList = act.type === 'documents';
        return {
          ...act,
          deviceId: act.epoch === 2 ? 'tablet' : 'phone',
          seq: given.length - index,
          qid: isList || act.type === 'started' ? null : question,
          answer: isList ? pages : act.type === 'answered' ? act.answer : null,
          refusal: isRefused ? 'malformed' : null,
        };
      });
      const [one, two] = [Math.min(first, second), Math.max(first, second)];
      const kept = decisive([...decisive(log.slice(0, one)), ...log.slice(one, two)]);
      expect(project([...kept, ...log.slice(two)], [], times)).toEqual(project(log, [], times));
    }),
    { numRuns: 500 },
  );
});

it('the decisive acts of a log are few: an answer changed a thousand times is one act', () => {
  const changed = Array.from({ length: 1_000 }, (_, index) => ({
    deviceId: 'phone',
    epoch: 1,
    seq: index + 1,
    type: 'answered' as const,
    qid: 'q1',
    answer: 'OptionOne',
    elapsed: index,
    receivedAt: START + index,
    refusal: null,
  }));
  expect(decisive(changed)).toEqual([changed[999]]);
});
