import { expect, it } from 'vitest';
import { countUp } from './distribution.ts';
import { cutGroups, flagQuestion, type QuestionCount } from './tally-questions.ts';

/** @param chosen by option; the first is right */
function question(
  chosen: [number, number, number, number],
  more: { blank?: number; discrimination?: number | null } = {},
): QuestionCount {
  const [right] = chosen;
  const answered = chosen.reduce((sum, times) => sum + times, 0);
  const asked = answered + (more.blank ?? 0);
  return {
    revision: 1,
    section: 'Logic',
    correct: 'OptionOne',
    also: [],
    asked,
    right,
    wrong: answered - right,
    blank: asked - answered,
    chosen,
    facility: right / asked,
    discrimination: more.discrimination ?? null,
    upperLower: null,
  };
}

it('has nothing against a sound question', () => {
  expect(flagQuestion(question([12, 5, 2, 1], { discrimination: 0.4 }))).toEqual([]);
});

it('flags what nobody has right', () => {
  expect(flagQuestion(question([0, 5, 4, 3]))).toEqual(['nobody-right', 'option-never-chosen']);
  expect(flagQuestion(question([0, 0, 0, 0], { blank: 12 }))).toEqual(['nobody-right']);
});

it('flags fewer right than guessing among four would give; a quarter exactly is chance', () => {
  expect(flagQuestion(question([4, 6, 4, 3]))).toEqual(['below-chance']);
  expect(flagQuestion(question([4, 5, 4, 3]))).toEqual([]);
  expect(flagQuestion(question([4, 5, 4, 3], { blank: 20 }))).toEqual([]);
});

it('flags a negative discrimination, and an option that misled nobody', () => {
  expect(flagQuestion(question([9, 3, 0, 2], { discrimination: -0.01 }))).toEqual([
    'negative-discrimination',
    'option-never-chosen',
  ]);
  expect(flagQuestion(question([9, 3, 1, 2], { discrimination: 0 }))).toEqual([]);
});

it('says once that everybody has it right', () => {
  expect(flagQuestion(question([15, 0, 0, 0]))).toEqual(['everyone-right']);
});

it('flags nothing that fewer than ten were asked', () => {
  expect(flagQuestion(question([0, 9, 0, 0]))).toEqual([]);
  expect(flagQuestion(question([0, 10, 0, 0]))).toContain('nobody-right');
});

it('cuts 27 % from each end, with all who tie, and no groups that share someone', () => {
  const tens = (times: number[]) =>
    countUp(times.map((each, index) => ({ value: index * 100, times: each })));
  expect(cutGroups(tens(Array.from({ length: 100 }, () => 1)))).toEqual({
    upper: 7_300,
    lower: 2_600,
  });
  expect(cutGroups(tens([1, 5, 1, 1, 2]))).toEqual({ upper: 300, lower: 100 });
  expect(cutGroups(tens([0, 10]))).toBeNull();
  expect(cutGroups(new Map())).toBeNull();
});
