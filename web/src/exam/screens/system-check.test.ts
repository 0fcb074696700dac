import { expect, it } from 'vitest';
import { clockFinding } from './system-check.tsx';

const MINUTE = 60_000;

it('[rule 14] a phone whose clock is wrong shows by how much and in which direction, and that it doesn’t matter', () => {
  const said = (ahead: number) => clockFinding(ahead, true).text;
  expect(said(180 * MINUTE)).toBe(
    'This phone’s clock is 3 hours ahead. That’s fine: the exam uses its own clock.',
  );
  expect(said(-12.4 * MINUTE)).toContain('clock is 12 minutes behind.');
  expect(said(-24 * 60 * MINUTE)).toContain('clock is more than a day behind.');
  expect([said(119_000), said(-119_000)]).toEqual(Array(2).fill('This phone’s time is right.'));
  expect(clockFinding(180 * MINUTE, false).verdict).toBe('unsure');
});
