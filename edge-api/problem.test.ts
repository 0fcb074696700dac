import { expect, test } from 'vitest';
import { Problem } from './problem.ts';

test('a throttled caller is told how long to wait: rounded up, and in minutes from two minutes on', () => {
  const told = [1, 119, 120, 121, 3_600].map(
    (retryAfter) => new Problem('throttled', { retryAfter }).message,
  );
  expect(told).toEqual([
    'Too many attempts. Please wait 1 second and try again.',
    'Too many attempts. Please wait 119 seconds and try again.',
    'Too many attempts. Please wait 2 minutes and try again.',
    'Too many attempts. Please wait 3 minutes and try again.',
    'Too many attempts. Please wait 60 minutes and try again.',
  ]);
  expect(new Problem('throttled', { retryAfter: 5, sentence: 'Later.' }).message).toBe('Later.');
});
