// The merit list is compared with a straightforward version of SPEC.md's rules, for random people and rules.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MeritRules } from '../contract/desk/merit.ts';
import { meritList, percentiles, percentileText, type Ranking, type Sat } from './rank.ts';
import { sortInSteps } from './sort-in-steps.ts';

function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
const list = (people: readonly Sat[], rules: MeritRules): Ranking =>
  finish(meritList(people, rules));

const noCutoffs = { total: null, sections: [], categories: [] };
const rules = (more: Partial<MeritRules> = {}): MeritRules => ({
  shifts: [],
  tieBreaks: [],
  cutoffs: noCutoffs,
  ...more,
});
const sat = (uid: string, total: number, more: Partial<Sat> = {}): Sat => ({
  uid,
  session: 'a',
  total,
  sections: new Map(),
  wrong: null,
  born: null,
  category: '',
  ...more,
});
const ranks = ({ places }: Ranking) => places.map(({ sat: { uid }, rank }) => `${rank} ${uid}`);

/** Few values, so that most people tie. */
const people = (sessions: readonly string[]) =>
  fc
    .uniqueArray(
      fc.record({
        uid: fc.stringMatching(/^[A-C]{2}$/),
        session: fc.constantFrom(...sessions),
        total: fc.integer({ min: -3, max: 3 }),
        logic: fc.option(fc.integer({ min: -2, max: 2 })),
        wrong: fc.option(fc.integer({ min: 0, max: 2 })),
        born: fc.option(fc.constantFrom('1999-12-31', '2000-01-01', '2000-02-01')),
        category: fc.constantFrom('', 'X'),
      }),
      { selector: ({ uid, session }) => `${uid} ${session}`, maxLength: 30 },
    )
    .map((all) =>
      all.map(({ logic, ...one }) =>
        sat(one.uid, one.total, {
          ...one,
          sections: new Map(logic === null ? [] : [['Logic', logic]]),
        }),
      ),
    );
const anyTieBreaks = fc.shuffledSubarray<MeritRules['tieBreaks'][number]>([
  { by: 'section', section: 'Logic' },
  { by: 'wrong' },
  { by: 'birth' },
]);

/** The share of values at or below `value`, by counting. */
const share = (all: readonly number[], value: number) =>
  all.filter((one) => one <= value).length / all.length;

/** Whether `a` ranks above `b`, checked rule by rule. */
function isAbove(a: Sat, b: Sat, all: readonly Sat[], { shifts, tieBreaks }: MeritRules): boolean {
  const inSession = ({ session }: Sat) => all.filter((one) => one.session === session);
  const logic = (one: Sat) => {
    const marks = one.sections.get('Logic');
    if (marks === undefined) return -9;
    if (shifts.length === 0) return marks;
    return share(
      inSession(one).flatMap(({ sections }) => sections.get('Logic') ?? []),
      marks,
    );
  };
  const score = (one: Sat) =>
    shifts.length === 0
      ? one.total
      : share(
          inSession(one).map(({ total }) => total),
          one.total,
        );
  if (score(a) !== score(b)) return score(a) > score(b);
  for (const { by } of tieBreaks) {
    if (by === 'section' && logic(a) !== logic(b)) return logic(a) > logic(b);
    if (by === 'wrong' && a.wrong !== b.wrong) return (a.wrong ?? 99) < (b.wrong ?? 99);
    if (by === 'birth' && a.born !== b.born) return (a.born ?? '9') < (b.born ?? '9');
  }
  return false;
}

describe('the merit list', () => {
  it.each([
    ['one session', ['a'], []],
    ['several sessions', ['a', 'b', 'c'], ['b', 'c']],
  ])(
    '[ML1] [ML2] [ML3] [ML6] ranks each person behind all who stand above them, in %s',
    (_, sessions, shifts) => {
      fc.assert(
        fc.property(people(sessions), anyTieBreaks, (all, tieBreaks) => {
          const stated = rules({ shifts, tieBreaks });
          const { places } = list(all, stated);
          expect(places.map(({ sat: { uid } }) => uid).sort()).toEqual(
            [...new Set(all.map(({ uid }) => uid))].sort(),
          );
          for (const one of places) {
            const above = places.filter((other) => isAbove(other.sat, one.sat, all, stated));
            expect(one.rank).toBe(above.length + 1);
            const own = all.filter(({ uid }) => uid === one.sat.uid);
            expect(own.some((other) => isAbove(other, one.sat, all, stated))).toBe(false);
          }
        }),
      );
    },
  );

  it('[ML3] counts 1, 2, 2, 4', () => {
    const all = [sat('D', 1), sat('B', 5), sat('C', 5), sat('A', 9)];
    expect(ranks(list(all, rules()))).toEqual(['1 A', '2 B', '2 C', '4 D']);
  });

  it('[ML2] applies the next tie-break only where the one before leaves two equal', () => {
    const all = [
      sat('A', 5, { wrong: 2, born: '1990-01-01' }),
      sat('B', 5, { wrong: 1, born: '2000-01-01' }),
      sat('C', 5, { wrong: 1, born: '1999-01-01' }),
    ];
    const byWrong = rules({ tieBreaks: [{ by: 'wrong' }, { by: 'birth' }] });
    const byBirth = rules({ tieBreaks: [{ by: 'birth' }, { by: 'wrong' }] });
    expect(ranks(list(all, byWrong))).toEqual(['1 C', '2 B', '3 A']);
    expect(ranks(list(all, byBirth))).toEqual(['1 A', '2 C', '3 B']);
  });

  it('[ML1] ranks the best of a hard shift equal to the best of an easy one', () => {
    const all = [
      sat('A', 900),
      sat('B', 500),
      sat('C', 40, { session: 'b' }),
      sat('D', 20, { session: 'b' }),
    ];
    expect(ranks(list(all, rules({ shifts: ['b'] })))).toEqual(['1 A', '1 C', '3 B', '3 D']);
    expect(ranks(list(all, rules()))).toEqual(['1 A', '2 B', '3 C', '4 D']);
  });

  it('[ML5] says who reached the cut-offs; the cut-off of a category replaces the general one', () => {
    const cutoffs = {
      total: 5,
      sections: [{ section: 'Logic', least: 1 }],
      categories: [{ category: 'X', least: 3 }],
    };
    const logic = (marks: number) => ({ sections: new Map([['Logic', marks]]) });
    const all = [
      sat('A', 500, logic(100)),
      sat('B', 499, logic(100)),
      sat('C', 300, { ...logic(100), category: 'X' }),
      sat('D', 900, logic(99)),
      sat('E', 900),
      sat('F', 500, { ...logic(100), category: 'Unknown' }),
    ];
    const { places } = list(all, rules({ cutoffs }));
    expect(
      places
        .filter(({ qualified }) => qualified)
        .map(({ sat: { uid } }) => uid)
        .sort(),
    ).toEqual(['A', 'C', 'F']);
  });

  it('[ML5] applies cut-offs over several shifts as percentiles; without one everyone qualifies', () => {
    const all = [sat('A', 9), sat('B', 8), sat('C', 7), sat('D', 1, { session: 'b' })];
    const qualified = (total: number | null) =>
      list(all, rules({ shifts: ['b'], cutoffs: { ...noCutoffs, total } }))
        .places.filter((one) => one.qualified)
        .map(({ sat: { uid } }) => uid);
    expect(qualified(66.6666667)).toEqual(['A', 'D', 'B']);
    expect(qualified(66.6666668)).toEqual(['A', 'D']);
    expect(qualified(null)).toHaveLength(4);
  });

  it('[ML5] applies a section’s cut-off as a percentile of that section, even if no tie is broken by it', () => {
    const logic = (marks: number) => ({ sections: new Map([['Logic', marks]]) });
    const cutoffs = { ...noCutoffs, sections: [{ section: 'Logic', least: 60 }] };
    const { places } = list(
      [sat('A', -5, logic(3)), sat('B', -6, logic(2)), sat('C', -7, logic(1)), sat('D', -8)],
      rules({ shifts: ['a'], cutoffs }),
    );
    expect(places.map(({ qualified }) => qualified)).toEqual([true, true, false, false]);
  });

  it('[ML5] qualifies everyone without a cut-off, even with less than zero marks', () => {
    const { places } = list([sat('A', 0), sat('B', -25)], rules());
    expect(places.map(({ qualified }) => qualified)).toEqual([true, true]);
  });

  it('[ML7] lists the first session’s of a person’s two equal sittings, whichever comes first', () => {
    const twice = [sat('A', 7, { session: 'b' }), sat('A', 7, { session: 'a' })];
    for (const all of [twice, twice.toReversed()])
      expect(list(all, rules()).places.map(({ sat: { session } }) => session)).toEqual(['a']);
  });

  it('[ML7] pauses for other work throughout a long list, but no more often than needed', () => {
    const many = 20_000;
    let looks = 0;
    const look = <T>(value: T): T => {
      looks += 1;
      return value;
    };
    const all = Array.from({ length: many }, (_, at) => {
      const one = sat('', 0);
      return Object.defineProperties(one, {
        uid: { get: () => look(String(at).padStart(6, '0')) },
        session: { get: () => look('a') },
      });
    });
    const stretches: number[] = [];
    const steps = meritList(all, rules());
    for (let step = steps.next(); !step.done; step = steps.next()) {
      stretches.push(looks);
      looks = 0;
    }
    stretches.push(looks);
    expect(Math.max(...stretches)).toBeLessThan(many / 2);
    expect(stretches.length).toBeLessThan(many / 100);
  });

  it('[ML6] lists a person who sat two shifts once, and counts such people', () => {
    const all = [sat('A', 1), sat('B', 2), sat('A', 9, { session: 'b' })];
    const { places, twice } = list(all, rules({ shifts: ['b'] }));
    expect(places.map(({ sat: { uid, total } }) => [uid, total])).toEqual([
      ['A', 9],
      ['B', 2],
    ]);
    expect(twice).toBe(1);
  });

  it('[ML7] is the same whatever the order of the people', () => {
    const shuffled = people(['a', 'b']).chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, anyTieBreaks, ([all, other], tieBreaks) => {
        const stated = rules({ shifts: ['b'], tieBreaks });
        expect(list(other, stated)).toEqual(list(all, stated));
      }),
    );
  });

  it('[ML7] sorts in steps as the language’s own sort does', () => {
    const all = Array.from({ length: 10_001 }, (_, at) => ({ at, value: (at * 7919) % 13 }));
    const byValue = (a: { value: number }, b: { value: number }) => a.value - b.value;
    expect(finish(sortInSteps(all, byValue))).toEqual(all.toSorted(byValue));
    expect(finish(sortInSteps([], byValue))).toEqual([]);
  });
});

describe('percentiles', () => {
  it('[ML4] are 100 × at or below ÷ all, to within half a step of the exact share', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1 }), (values) => {
        const found = percentiles(values);
        const all = BigInt(values.length);
        for (const value of values) {
          const atOrBelow = BigInt(values.filter((one) => one <= value).length);
          const off = BigInt(found.get(value) ?? 0) * all - atOrBelow * 1_000_000_000n;
          expect(2n * off > -all && 2n * off <= all).toBe(true);
        }
        expect(found.get(Math.max(...values))).toBe(1_000_000_000);
      }),
    );
  });

  it('[ML4] are written with seven decimals', () => {
    const found = percentiles([1, 2, 2]);
    expect(percentileText(found.get(1) ?? 0)).toBe('33.3333333');
    expect(percentileText(found.get(2) ?? 0)).toBe('100.0000000');
    expect(percentileText(4)).toBe('0.0000004');
  });
});
