import { afterEach, beforeEach, expect, it } from 'vitest';
import { hallActSchema } from '#contract/hall/acts.ts';
import { readExtraTimeCode } from '#seals/extra-time-code.ts';
import { emptyHallDb } from '#tests/sync/proctor-phone.ts';
import type { HallDb } from './hall-db.ts';
import {
  addExtraCodes,
  closeQueued,
  keepReply,
  newestCodes,
  queueAct,
  queueHandOver,
  waitingOf,
} from './queue.ts';

const NOW = Date.parse('2026-03-02T06:30:00.000Z');
const resync = { kind: 'resync', examId: 'exam1', to: { row: 'e1' } } as const;
let db: HallDb;
beforeEach(() => {
  db = emptyHallDb();
});
afterEach(() => db.close());

it('[rule 1] an act is on the phone’s disk, in the form that the server takes, before the press is answered', async () => {
  await queueAct(db, 'PROCTOR', resync, NOW);
  const [row] = await waitingOf(db, 'PROCTOR');
  expect(hallActSchema.parse(row?.body)).toMatchObject({
    ...resync,
    id: row?.id,
    doneAt: '2026-03-02T06:30:00.000Z',
  });
  expect(await waitingOf(db, 'ANOTHER')).toEqual([]);
});

it('[rule 2] an act leaves the queue only after the server’s answer: if it is done it goes, if it is refused it stays to be read', async () => {
  for (const at of [3, 1, 2]) await queueAct(db, 'PROCTOR', resync, NOW + at);
  const [first, second, third] = await waitingOf(db, 'PROCTOR');
  expect([first, second, third].map((row) => row?.doneAt)).toEqual([NOW + 1, NOW + 2, NOW + 3]);
  await closeQueued(db, first?.id ?? '', null);
  await closeQueued(db, second?.id ?? '', 'Not assigned to you.');
  expect((await waitingOf(db, 'PROCTOR')).map(({ id }) => id)).toEqual([third?.id]);
  expect(await db.queue.get(second?.id ?? '')).toMatchObject({ refusal: 'Not assigned to you.' });
});

it('[decision 43] once an act is done, the earlier refusal of the same act for the same candidate is gone, and no other', async () => {
  const to = { row: 'e1' };
  const allow = { kind: 'allow-device', examId: 'exam1', to } as const;
  const minutes = { kind: 'extra-time', examId: 'exam1', to, minutes: 5, reason: 'Noise' } as const;
  const refused = [allow, resync, { ...allow, to: { row: 'e2' } }, minutes];
  const wishes = [...refused, allow, minutes, allow];
  for (const [at, wish] of wishes.entries()) await queueAct(db, 'PROCTOR', wish, NOW + at);
  const ids = (await waitingOf(db, 'PROCTOR')).map(({ id }) => id);
  const [allowed = '', given = '', later = ''] = ids.splice(4);
  for (const id of [...ids, later]) await closeQueued(db, id, 'Not now.');
  for (const id of [allowed, given]) await closeQueued(db, id, null);
  // Minutes add up, so giving more minutes doesn't make up for minutes that were refused.
  expect(await db.queue.orderBy('id').primaryKeys()).toEqual([...ids.slice(1), later].sort());
});

it('[decision 43] each code for extra time has a number of its own, and the newest code is shown', async () => {
  const codeKey = 'AAECAwQFBgcICQoLDA0ODw';
  const room = [
    { id: 'e1', codeKey },
    { id: 'e2', codeKey },
  ];
  for (let made = 0; made < 16; made += 1)
    await addExtraCodes(db, 'PROCTOR', room, { minutes: 10, madeAt: NOW + made });
  expect(await db.codes.count()).toBe(32);
  const codes = await db.codes.filter(({ row }) => row === 'e1').toArray();
  expect(new Set(codes.map(({ number }) => number)).size).toBe(16);
  const newest = newestCodes(codes).get('e1');
  expect(newest?.madeAt).toBe(NOW + 15);
  expect(await readExtraTimeCode(codeKey, newest?.code ?? '')).toMatchObject({ minutes: 10 });
  await addExtraCodes(db, 'PROCTOR', room, { minutes: 90, madeAt: NOW + 99 }); // a code holds at most 63 minutes
  expect(await db.codes.count()).toBe(32);
});

it('[rule 21] a hand-over that was refused is sent again when it is taken in again, with the time of the first', async () => {
  const given = { sittingId: 's1', body: { text: 'A' } };
  const { id } = await queueHandOver(db, 'PROCTOR', given, NOW);
  expect(await queueHandOver(db, 'PROCTOR', given, NOW + 1)).toEqual({ id, isNew: false });
  await closeQueued(db, id, 'Please allow this phone first.');
  expect(await waitingOf(db, 'PROCTOR')).toEqual([]);
  expect(await queueHandOver(db, 'PROCTOR', given, NOW + 2)).toEqual({ id, isNew: true });
  expect(await waitingOf(db, 'PROCTOR')).toEqual([
    expect.objectContaining({ id, doneAt: NOW, refusal: null, body: { text: 'A' } }),
  ]);
  await keepReply(db, id, { sittingId: 's1' });
  expect(await queueHandOver(db, 'PROCTOR', given, NOW + 3)).toEqual({ id, isNew: false });
  expect(await waitingOf(db, 'PROCTOR')).toEqual([]);
});

it('[rule 21] a hand-over that waits for a proctor who has signed out is sent by the one who takes it in next', async () => {
  const given = { sittingId: 's1', body: { text: 'A' } };
  await queueHandOver(db, 'EARLIER', given, NOW);
  expect(await queueHandOver(db, 'PROCTOR', given, NOW + 1)).toMatchObject({ isNew: true });
  expect(await waitingOf(db, 'PROCTOR')).toMatchObject([{ doneAt: NOW }]);
  expect(await waitingOf(db, 'EARLIER')).toEqual([]);
});

it('a hand-over is listed with its candidate’s name even if the exam began on the phone alone', async () => {
  const nothing = {
    room: '',
    extraPercent: 0,
    largerText: false,
    reader: false,
    note: '',
    checkedInAt: null,
    photo: null,
    photoUnseen: false,
    paperReady: true,
    sittingId: null,
    state: null,
    startedAt: null,
    deadline: null,
    extraSeconds: 0,
    pausedAt: null,
    reopened: false,
    questions: 0,
    answered: 0,
    waiting: 0,
    pagesWaiting: 0,
    heardAt: null,
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
  await db.boards.put({
    uid: 'PROCTOR',
    examId: 'x1',
    exam: {
      _id: 'x1',
      name: 'Clerk',
      startDate: '2026-03-02T06:30:00.000Z',
      duration: 60,
      format: 'MCQ',
      status: 'Active',
      start: 'together',
      rooms: null,
    },
    rows: [{ ...nothing, id: 'e1', uid: 'ASHA234', name: 'Asha Rao', paperId: 's1' }],
    heardAt: NOW,
  });
  await queueHandOver(db, 'PROCTOR', { sittingId: 's1', body: { text: 'A' } }, NOW);
  await queueHandOver(db, 'PROCTOR', { sittingId: 's2', body: { text: 'B' } }, NOW + 1);
  const kept = await waitingOf(db, 'PROCTOR');
  expect(kept.map(({ of }) => of)).toEqual(['Asha Rao (ASHA234)', undefined]);
});
