import { expect, it } from 'vitest';
import { boardRowSchema } from '#contract/hall/board.ts';
import { sayNeed, sayProgress } from './board-words.ts';

const NOW = Date.parse('2026-03-02T06:30:00.000Z');
const seat = (silentMs: number) => {
  const heard = new Date(NOW - silentMs).toISOString();
  const start = new Date(NOW - 1_800_000).toISOString();
  return boardRowSchema.parse({
    id: 'e1',
    uid: 'ABC1234',
    name: 'Asha Rao',
    room: '',
    extraPercent: 0,
    largerText: false,
    reader: false,
    note: '',
    checkedInAt: null,
    photo: null,
    photoUnseen: false,
    paperReady: false,
    paperId: null,
    sittingId: 's1',
    state: 'open',
    startedAt: start,
    deadline: new Date(NOW + 600_000).toISOString(),
    extraSeconds: 0,
    pausedAt: null,
    reopened: false,
    questions: 10,
    answered: 3,
    waiting: 0,
    pagesWaiting: 0,
    heardAt: heard,
    battery: null,
    freeMb: null,
    network: null,
    appVersion: null,
    received: false,
    held: 0,
    late: false,
    wantedDevice: null,
    codeKey: '',
    moved: 0,
  });
};

it('[rule 22] how long a seat has been silent is said once', () => {
  const quiet = seat(14 * 60_000);
  expect(sayNeed('silent', quiet, NOW).words).toBe('Not heard from for 14 min');
  expect(sayProgress(quiet, NOW, true).join(' · ')).not.toContain('heard');
  expect(sayProgress(seat(20_000), NOW, true).at(-1)).toMatch(/^heard /);
  // Without the server that isn't known: the time of day is.
  expect(sayProgress(quiet, NOW, false).at(-1)).toMatch(/^heard at \d/);
});
