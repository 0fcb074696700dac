import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { receiptSchema } from '#contract/wire/sync.ts';
import { type SittingRow, sittingRowSchema } from '../local-db/rows.ts';
import { factsOf } from './sitting-facts.ts';

const row = z.parse(sittingRowSchema, {
  ...{ sittingId: 's1', uid: 'AB12345', examId: 'e1', deviceId: 'phone-1' },
  ...{ startedAt: 0, deadline: 3_600_000, heardAt: 0, serverState: 'open' },
  ...{ epoch: 1, writerEpoch: 1, nextSeq: 2, acked: 0, position: 0, documents: [] },
  ...{ handIn: null, receipt: null, score: null },
});
const handIn = { seq: 2, auto: false, confirmed: true, at: 0, elapsed: 0 };
const receipt = z.parse(receiptSchema, {
  ...{ code: 'ABCD', sittingId: 's1', seq: 2, digest: 'd', signature: 's' },
  receivedAt: '2026-11-21T05:00:00.000Z',
});
/** The names of those facts that are true of the row, out of the facts that depend on one another. */
const trueOf = (more: Partial<SittingRow>) => {
  const { submitted, received, mine, submittedElsewhere, endedElsewhere } = factsOf({
    ...row,
    ...more,
  });
  const told = { submitted, received, mine, submittedElsewhere, endedElsewhere };
  return Object.entries(told).flatMap(([name, is]) => (is ? [name] : []));
};
const lost = { writerEpoch: 2 };

it.each<[string, Partial<SittingRow>, string[]]>([
  ['under way here', {}, ['mine']],
  ['submitted here', { handIn }, ['submitted', 'mine']],
  [
    'submitted here, which the server has heard',
    { handIn, serverState: 'submitted' },
    ['submitted', 'mine'],
  ],
  ['received', { handIn, receipt, serverState: 'submitted' }, ['submitted', 'received', 'mine']],
  ['closed by the server while it is this phone’s turn', { serverState: 'closed' }, ['mine']],
  [
    'submitted by another way under this turn',
    { serverState: 'submitted' },
    ['mine', 'submittedElsewhere'],
  ],
  ['under way on another phone', lost, []],
  ['under way on another phone, submitted under a turn that was lost', { ...lost, handIn }, []],
  [
    'submitted on another phone',
    { ...lost, handIn, serverState: 'submitted' },
    ['submittedElsewhere', 'endedElsewhere'],
  ],
  ['closed on another phone', { ...lost, serverState: 'closed' }, ['endedElsewhere']],
  [
    'received, then moved by a proctor',
    { ...lost, receipt, serverState: 'submitted' },
    ['received'],
  ],
])('[AT7] a sitting %s', (_, more, expected) => {
  expect(trueOf(more)).toEqual(expected);
});

it('a submission counts as unconfirmed only while the server has not confirmed its time [AT9]', () => {
  const byTimer = { ...handIn, auto: true, confirmed: false };
  expect(factsOf({ ...row, handIn: byTimer }).unconfirmed).toBe(true);
  for (const other of [null, handIn])
    expect(factsOf({ ...row, handIn: other }).unconfirmed).toBe(false);
});
