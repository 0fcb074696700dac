import { describe, expect, it } from 'vitest';
import type { OptionName } from '#contract/wire/values.ts';
import { type Counted, countUp } from './distribution.ts';
import {
  type AskedSection,
  cutGroups,
  type Tallies,
  tallySitting,
  toCounts,
} from './tally-questions.ts';

const RIGHT = 'OptionOne';
const WRONG = 'OptionTwo';

function paperOf(questions: number, marks = { weightage: 100, negative: 0 }): AskedSection[] {
  const items = Array.from({ length: questions }, (_, index) => ({
    revision: index + 1,
    key: { qid: `q${index + 1}`, correct: RIGHT as OptionName, ...marks },
  }));
  return [{ name: 'Logic', items }];
}

/** @param row one character for each question: 1 right, 0 wrong, - blank */
function answersOf(row: string): Map<string, OptionName | ''> {
  const meaning: Record<string, OptionName | ''> = { '1': RIGHT, '0': WRONG, '-': '' };
  return new Map([...row].map((sign, index) => [`q${index + 1}`, meaning[sign] ?? '']));
}

/** @param rows answers in the form that `answersOf` reads, each with the number of candidates who gave them */
function count(
  rows: readonly (readonly [string, number])[],
  marks?: { weightage: number; negative: number },
) {
  const [first] = rows;
  const paper = paperOf(first?.[0].length ?? 0, marks);
  const scores: Counted = countUp(
    rows.map(([row, times]) => ({
      value: [...row].reduce(
        (sum, sign) =>
          sum +
          (sign === '1' ? (marks?.weightage ?? 100) : sign === '0' ? -(marks?.negative ?? 0) : 0),
        0,
      ),
      times,
    })),
  );
  const tallies: Tallies = new Map();
  for (const [row, times] of rows) {
    for (let each = 0; each < times; each += 1)
      tallySitting(tallies, paper, answersOf(row), cutGroups(scores));
  }
  return toCounts(tallies);
}

/**
 * Section 6 of the Law School Admission Test: 1,000 candidates, five questions (R. D. Bock and M. Lieberman,
 * "Fitting a response model for n dichotomously scored items", Psychometrika 35, 1970). Each number says how many
 * candidates gave one of the 32 patterns, from all wrong to all right.
 */
const LSAT6 = [
  3, 6, 2, 11, 1, 1, 3, 4, 1, 8, 0, 16, 0, 3, 2, 15, 10, 29, 14, 81, 3, 28, 15, 80, 16, 56, 21, 173,
  11, 61, 28, 298,
].map((times, pattern) => [pattern.toString(2).padStart(5, '0'), times] as const);

describe('LSAT section 6, as published', () => {
  const counts = count(LSAT6);

  it('finds the published facilities', () => {
    expect(counts.map(({ asked }) => asked)).toEqual([1000, 1000, 1000, 1000, 1000]);
    expect(counts.map(({ facility }) => facility)).toEqual([0.924, 0.709, 0.553, 0.763, 0.87]);
  });

  it('finds the item–rest correlations that other programs report (0.113, 0.153, 0.173, 0.144, 0.122)', () => {
    const rounded = counts.map(
      ({ discrimination }) => Math.round((discrimination ?? 0) * 1e4) / 1e4,
    );
    expect(rounded).toEqual([0.1128, 0.1532, 0.1728, 0.1444, 0.1216]);
  });
});

describe('ten candidates, calculated by hand', () => {
  // Totals 4 4 3 3 2 2 2 1 1 0. 27 % of ten is three. Candidates tied with the third join: four in the best group, three in the weakest.
  const rows = ['1111', '1111', '1110', '1101', '1100', '1010', '0110', '1000', '01-0', '0-00'];
  const counts = count(rows.map((row) => [row, 1] as const));

  it('counts right, wrong and blank answers, and each option', () => {
    expect(counts[1]).toMatchObject({
      asked: 10,
      right: 7,
      wrong: 2,
      blank: 1,
      chosen: [7, 2, 0, 0],
      facility: 0.7,
    });
  });

  it('give the upper–lower index 4/4 − 1/3, 4/4 − 1/3, 3/4 − 0/3, 3/4 − 0/3', () => {
    const rounded = counts.map(({ upperLower }) => Math.round((upperLower ?? 9) * 1e6) / 1e6);
    expect(rounded).toEqual([0.666667, 0.666667, 0.75, 0.75]);
  });

  it('compare a question with the rest of the paper, never with itself', () => {
    // Question 4: 3 of 10 are right. Rest scores 3 3 3 2 2 2 2 1 1 0: mean 1.9, sum of squared deviations 8.9; rest scores of those right 3 3 2.
    // r = (8 − 3 × 1.9) ÷ √(10 × 0.3 × 0.7 × 8.9) = 2.3 ÷ √18.69
    expect(counts[3]?.discrimination).toBeCloseTo(2.3 / Math.sqrt(18.69), 12);
  });
});

it('discrimination is negative where the best candidates are wrong, as when the key names a wrong option', () => {
  const [, , third] = count([
    ['110', 6],
    ['100', 2],
    ['001', 6],
  ]);
  expect(third?.discrimination).toBeLessThan(-0.8);
  // Right in the best group of six: none. Right in the weakest group of eight, who all have one mark: six.
  expect(third?.upperLower).toBe(-0.75);
});

it('discrimination counts the cost of a wrong answer as the score does', () => {
  // Rest scores of question 1: the other question's marks, with a quarter off for a wrong answer.
  const marked = count(
    [
      ['11', 1],
      ['10', 1],
      ['01', 1],
      ['0-', 1],
    ],
    { weightage: 100, negative: 25 },
  );
  // x 1 1 0 0, rest scores 100 −25 100 0: mean 43.75, sum of squared deviations 12,968.75; r = (75 − 87.5) ÷ √(4 × ¼ × 12,968.75)
  expect(marked[0]?.discrimination).toBeCloseTo(-12.5 / Math.sqrt(12_968.75), 12);
});

it('there is no discrimination where all candidates answered alike', () => {
  const [everyone, , nobody] = count([
    ['110', 5],
    ['100', 5],
  ]);
  expect(everyone?.discrimination).toBeNull();
  expect(nobody?.discrimination).toBeNull();
  const [same] = count([['10', 4]]);
  expect(same).toMatchObject({ discrimination: null, upperLower: null });
});

it('a question is counted only over the candidates who had it, as papers differ', () => {
  const tallies: Tallies = new Map();
  const [whole] = paperOf(3);
  if (!whole) throw new Error('no section');
  const [one, two, three] = whole.items;
  if (!one || !two || !three) throw new Error('no items');
  tallySitting(tallies, [{ name: 'A', items: [one, two] }], answersOf('111'), null);
  tallySitting(tallies, [{ name: 'A', items: [one, three] }], answersOf('000'), null);
  expect(toCounts(tallies).map(({ revision, asked, right }) => [revision, asked, right])).toEqual([
    [1, 2, 1],
    [2, 1, 1],
    [3, 1, 0],
  ]);
});
