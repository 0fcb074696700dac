// A phone's storage as its tests find it: one sitting, opened on it at START.
import type { OpenReply, PushReply } from '#contract/wire/sync.ts';
import type { LocalDb } from '#web/exam/local-db/database.ts';
import { storeOpened } from '#web/exam/local-db/store-opened.ts';

export const START = Date.parse('2026-11-21T05:00:00.000Z');
export const iso = (after: number) => new Date(START + after).toISOString();
export const standing = (more: Partial<PushReply> = {}): PushReply => ({
  acked: 0,
  serverTime: iso(1_000),
  signature: 'signed',
  deadline: iso(3_600_000),
  state: 'open',
  epoch: 1,
  ...more,
});
export const opened = (more: Partial<OpenReply> = {}): OpenReply => ({
  ...standing(),
  sittingId: 's1',
  examId: 'e1',
  examName: 'Assessment',
  task: '',
  format: 'MCQ',
  startedAt: iso(0),
  questions: [{ qid: 'q1', section: 'General', text: 'One?', options: ['a', 'b', 'c', 'd'] }],
  answers: [],
  marked: [],
  documents: [],
  receipt: null,
  ...more,
});
export const moment = { at: START, elapsed: 5_000 };
export const beside = { clock: { server: START, steady: 7, wall: START }, session: null };

/** Stores the server's answer to an opening, the first or a later one, as the app does. */
export const openOn = (db: LocalDb, more: Partial<OpenReply> = {}) =>
  storeOpened(db, 'AB12345', 'phone-1', opened(more), moment, beside);
