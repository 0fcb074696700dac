import { expect, it } from 'vitest';
import { countUp } from './distribution.ts';
import { cutGroups, flagQuestion, type QuestionCount } from './tally-questions.ts';

/** @param chosen how many candidates chose each option; the first option is right */
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

it('does not flag a sound question', () => {
  expect(flagQuestion(question([12, 5, 2, 1], { discrimination: 0.4 }))).toEqual([]);
});

it('flags a question that nobody answered correctly', () => {
  expect(flagQuestion(question([0, 5, 4, 3]))).toEqual(['nobody-right', 'option-never-chosen']);
  expect(flagQuestion(question([0, 0, 0, 0], { blank: 12 }))).toEqual(['nobody-right']);
});

it('flags a question answered correctly less often than by guessing among four; exactly a quarter is not flagged', () => {
  expect(flagQuestion(question([4, 6, 4, 3]))).toEqual(['below-chance']);
  expect(flagQuestion(question([4, 5, 4, 3]))).toEqual([]);
  expect(flagQuestion(question([4, 5, 4, 3], { blank: 20 }))).toEqual([]);
});

it('flags a negative discrimination, and an option that nobody chose', () => {
  expect(flagQuestion(question([9, 3, 0, 2], { discrimination: -0.01 }))).toEqual([
    'negative-discrimination',
    'option-never-chosen',
  ]);
  expect(flagQuestion(question([9, 3, 1, 2], { discrimination: 0 }))).toEqual([]);
});

it('flags a question that everybody answered correctly, with one flag only', () => {
  expect(flagQuestion(question([15, 0, 0, 0]))).toEqual(['everyone-right']);
});

it('flags nothing for a question that fewer than ten candidates had', () => {
  expect(flagQuestion(question([0, 9, 0, 0]))).toEqual([]);
  expect(flagQuestion(question([0, 10, 0, 0]))).toContain('nobody-right');
});

it('takes 27 % from each end, with everyone who ties, and no groups if they would overlap', () => {
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
