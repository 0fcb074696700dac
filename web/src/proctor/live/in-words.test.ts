import { expect, it } from 'vitest';
import { heldReasons } from '#contract/desk/live.ts';
import { eventTypes } from '#contract/wire/sync.ts';
import { ago, beside, clockTime, describeAct, span, whyNames } from './in-words.ts';

it('gives lengths of time to the second while seconds matter', () => {
  expect([400, 40_000, 60_000, 185_000, 3_600_000, 7_800_000].map(span)).toEqual([
    '0 s',
    '40 s',
    '1 min',
    '3 min 5 s',
    '1 h',
    '2 h 10 min',
  ]);
});

it('says how long ago a device was heard from, even if the clocks differ a little', () => {
  expect([-2_000, 4_000, 59_900, 130_000].map(ago)).toEqual([
    'now',
    'now',
    '1 min ago',
    '2 min ago',
  ]);
});

it('says on which side of the deadline something happened', () => {
  expect(beside(20_000, 'the end')).toBe('20 s after the end');
  expect(beside(-90_000, 'the end')).toBe('1 min 30 s before the end');
  expect(beside(100, 'the end')).toBe('at the end');
  expect(beside(0, 'the score was shown', 'when')).toBe('when the score was shown');
});

it('gives the time in India with seconds, and noon and midnight as 12', () => {
  expect(clockTime(Date.parse('2026-03-02T06:30:05.000Z'))).toBe('12:00:05 pm IST');
  expect(clockTime(Date.parse('2026-03-02T18:30:00.000Z'))).toBe('12:00:00 am IST');
});

it('has its own words for every kind of act, with the question it was about', () => {
  expect(describeAct({ type: 'answered', place: 3 })).toBe('Answered question 3');
  expect(describeAct({ type: 'cleared', place: null })).toBe('Cleared the answer to a question');
  const words = [...eventTypes, 'submission' as const].map((type) =>
    describeAct({ type, place: 1 }),
  );
  expect(new Set(words).size).toBe(words.length);
});

it('[rule 16] says why an act waits without technical words, differently for each reason', () => {
  const said = heldReasons.map((reason) => whyNames[reason]);
  expect(new Set(said).size).toBe(heldReasons.length);
  expect(said.join(' ')).not.toMatch(/beacon|measure|digest|epoch|evidence|seq/i);
});
