/** During an upgrade, a page of this version may read replies from a server of the previous version (decision 76). */
import { expect, test } from 'vitest';
import { examAnalysisSchema } from './desk/analysis.ts';
import { accountSchema } from './site/account.ts';
import { ownRoomsSchema } from './site/own-rooms.ts';
import { ownPhotoSchema } from './site/photo.ts';

const ownExam = {
  enrolmentId: 'e1',
  name: 'Winds',
  startsAt: '2026-03-01T10:00:00.000Z',
  status: 'Fees Paid',
  appliedAt: '2026-03-01T10:00:00.000Z',
  completedAt: null,
  receiptCode: null,
  orderId: null,
};

test('reads a candidate’s exams without their ids and rooms', () => {
  expect(accountSchema.shape.exams.parse([ownExam])).toEqual([ownExam]);
  expect(ownRoomsSchema.parse({ exams: [ownExam] })).toEqual({ exams: [{}] });
});

test('reads a photograph’s state from before an administrator could refuse it', () => {
  const own = { photo: null, locked: false };
  expect(ownPhotoSchema.parse(own)).toEqual(own);
});

test('reads an analysis from before it said whether its scores are counted, and takes them as counted', () => {
  expect(examAnalysisSchema.shape.scoresCounted.parse(undefined)).toBe(true);
});
