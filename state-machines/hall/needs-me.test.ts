import { expect, it } from 'vitest';
import type { BoardRow } from '../contract/hall/board.ts';
import { needsOf, SILENT_MS } from './needs-me.ts';

const NOW = Date.parse('2026-03-02T06:30:00.000Z');
const quiet: BoardRow = {
  id: 'e1',
  uid: 'ABC1234',
  name: 'Asha Rao',
  room: 'Hall A',
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
  startedAt: new Date(NOW - 600_000).toISOString(),
  deadline: new Date(NOW + 600_000).toISOString(),
  extraSeconds: 0,
  pausedAt: null,
  reopened: false,
  questions: 10,
  answered: 3,
  waiting: 0,
  pagesWaiting: 0,
  heardAt: new Date(NOW).toISOString(),
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
};
const needs = (row: Partial<BoardRow>, now = NOW) => needsOf({ ...quiet, ...row }, now);

it('[rule 22] asks for nobody where all is well', () => {
  expect(needs({})).toEqual([]);
  expect(needs({}, NOW + SILENT_MS)).toEqual([]);
  expect(needs({ state: null, heardAt: null }, NOW + 10 * SILENT_MS)).toEqual([]);
  expect(needs({ state: 'submitted', received: true }, NOW + 10 * SILENT_MS)).toEqual([]);
});

it('[rule 22] tells who is silent, waits, asks, or is not received', () => {
  expect(needs({}, NOW + SILENT_MS + 1)).toEqual(['silent']);
  expect(needs({ pausedAt: new Date(NOW).toISOString() }, NOW + 2 * SILENT_MS)).toEqual(['paused']);
  expect(needs({ wantedDevice: 'phone-2' })).toEqual(['another-device']);
  expect(needs({ state: 'submitted', held: 2 })).toEqual(['held', 'not-received']);
  expect(needs({ state: 'closed' })).toEqual(['not-submitted']);
});
