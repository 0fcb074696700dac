import { expect, test } from 'vitest';
import { ageWords } from './age-words.ts';

test('a list that is more than a few seconds old says so, in minutes once it is older', () => {
  expect([0, 5].map((seconds) => ageWords(seconds))).toEqual(['', '']);
  expect(ageWords(6)).toBe('6 seconds old when loaded');
  expect(ageWords(119)).toBe('119 seconds old when loaded');
  expect(ageWords(150)).toBe('3 minutes old when loaded');
  expect(ageWords(12, 'written')).toBe('12 seconds old when written');
});
