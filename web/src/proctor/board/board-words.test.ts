import { expect, it } from 'vitest';
import { sayNeed, sayProgress } from './board-words.ts';

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

it('[rule 22] how long a seat has been silent is said once', () => {
  const quiet = seat(14 * 60_000);
  expect(sayNeed('silent', quiet, NOW).words).toBe('Not heard from for 14 min');
  expect(sayProgress(quiet, NOW, true).join(' · ')).not.toContain('heard');
  expect(sayProgress(seat(20_000), NOW, true).at(-1)).toMatch(/^heard /);
  // Without the server that isn't known: the time of day is.
  expect(sayProgress(quiet, NOW, false).at(-1)).toMatch(/^heard at \d/);
});
