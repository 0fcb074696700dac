import { expect, it } from 'vitest';
import { needsOf } from '#machines/hall/needs-me.ts';
import { sayNeed, sayProgress, sayState } from './board-words.ts';

const NOW = Date.parse('2026-03-02T06:30:00.000Z');
const seat = (silentMs: number) => ({
  room: '',
  state: 'open' as const,
  paperReady: false,
  deadline: new Date(NOW + 600_000).toISOString(),
  pausedAt: null,
  questions: 10,
  answered: 3,
  waiting: 0,
  pagesWaiting: 0,
  heardAt: new Date(NOW - silentMs).toISOString(),
  received: false,
  held: 0,
  wantedDevice: null,
});

it('[rule 22] a seat’s row says only once how long the seat has been silent', () => {
  const quiet = seat(14 * 60_000);
  expect(sayNeed('silent', quiet, NOW).words).toBe('Silent for 14 min');
  expect(
    sayProgress(quiet, { needs: ['silent'], state: false }, NOW, true).join(' · '),
  ).not.toContain('heard');
  expect(sayProgress(seat(20_000), { needs: [], state: true }, NOW, true).at(-1)).toMatch(
    /^heard /,
  );
  // Without the server we don't know how long ago that was, but we know the time of day.
  expect(sayProgress(quiet, { needs: ['silent'], state: false }, NOW, false).at(-1)).toMatch(
    /^heard at \d/,
  );
});

it('[rule 22] a seat’s row says its state only once: as a mark if there is no other mark, otherwise in words', () => {
  const said = (row: Parameters<typeof sayProgress>[0], state: boolean) =>
    sayProgress(row, { needs: needsOf(row, NOW), state }, NOW, true);
  const received = { ...seat(0), state: 'submitted' as const, received: true };
  expect(sayState(received).words).toBe('Submitted, all received');
  expect(said(received, true)).toEqual(['3 of 10 answered']);
  expect(said({ ...received, held: 2 }, false)).toEqual([
    'Submitted, all received',
    '3 of 10 answered',
  ]);
  expect(said({ ...received, received: false }, false)[0]).toBe('Submitted');
  const absent = { ...seat(0), state: null, heardAt: null };
  expect(sayState(absent).words).toBe('Not started');
  expect(said(absent, true)).toEqual(['No paper on the phone yet']);
  expect(said({ ...absent, paperReady: true }, false)).toEqual([
    'Not started',
    'Paper on the phone',
  ]);
});
