import { expect, it } from 'vitest';
import { needsOf, type SeatState, SILENT_MS } from './needs-me.ts';

const NOW = Date.parse('2026-03-02T06:30:00.000Z');
const quiet: SeatState = {
  state: 'open',
  heardAt: new Date(NOW).toISOString(),
  pausedAt: null,
  received: false,
  held: 0,
  wantedDevice: null,
};
const needs = (row: Partial<SeatState>, now = NOW) => needsOf({ ...quiet, ...row }, now);

it('[rule 22] nobody needs the proctor while all is well', () => {
  expect(needs({})).toEqual([]);
  expect(needs({}, NOW + SILENT_MS)).toEqual([]);
  expect(needs({ state: null, heardAt: null }, NOW + 10 * SILENT_MS)).toEqual([]);
  expect(needs({ state: 'submitted', received: true }, NOW + 10 * SILENT_MS)).toEqual([]);
});

it('[rule 22] a seat needs the proctor when it is silent, paused, asks for another device, or its work is held, not received or not submitted', () => {
  expect(needs({}, NOW + SILENT_MS + 1)).toEqual(['silent']);
  expect(needs({ pausedAt: new Date(NOW).toISOString() }, NOW + 2 * SILENT_MS)).toEqual(['paused']);
  expect(needs({ wantedDevice: 'phone-2' })).toEqual(['another-device']);
  expect(needs({ state: 'submitted', held: 2 })).toEqual(['held', 'not-received']);
  expect(needs({ state: 'closed' })).toEqual(['not-submitted']);
});
