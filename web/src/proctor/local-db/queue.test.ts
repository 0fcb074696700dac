import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hallActSchema } from '#contract/hall/acts.ts';
import { readExtraTimeCode } from '#seals/extra-time-code.ts';
import { addExtraCode, newestCodes } from './extra-codes.ts';
import { HallDb } from './hall-db.ts';
import { queueAct, settleQueued, waitingOf } from './queue.ts';

const NOW = Date.parse('2026-03-02T06:30:00.000Z');
const resync = { kind: 'resync', examId: 'exam1', to: { row: 'e1' } } as const;
let db: HallDb;
beforeEach(() => {
  db = new HallDb({ indexedDB: new IDBFactory(), IDBKeyRange });
});
afterEach(() => db.close());

it('[rule 1] an act is on the phone’s disk, whole and as the server takes it, before the press is answered', async () => {
  await queueAct(db, 'PROCTOR', resync, NOW);
  const [row] = await waitingOf(db, 'PROCTOR');
  expect(hallActSchema.parse(row?.body)).toMatchObject({
    ...resync,
    id: row?.id,
    doneAt: '2026-03-02T06:30:00.000Z',
  });
  expect(await waitingOf(db, 'ANOTHER')).toEqual([]);
});

it('[rule 2] leaves only with the server’s answer: done goes, refused stays to be read, nothing else is touched', async () => {
  for (const at of [3, 1, 2]) await queueAct(db, 'PROCTOR', resync, NOW + at);
  const [first, second, third] = await waitingOf(db, 'PROCTOR');
  expect([first, second, third].map((row) => row?.doneAt)).toEqual([NOW + 1, NOW + 2, NOW + 3]);
  await settleQueued(db, first?.id ?? '', null);
  await settleQueued(db, second?.id ?? '', 'Not assigned to you.');
  expect((await waitingOf(db, 'PROCTOR')).map(({ id }) => id)).toEqual([third?.id]);
  expect(await db.queue.get(second?.id ?? '')).toMatchObject({ refusal: 'Not assigned to you.' });
});

it('[decision 43] makes another number for each code, and shows the newest', async () => {
  const codeKey = 'AAECAwQFBgcICQoLDA0ODw';
  const of = { row: 'e1', codeKey, minutes: 10 };
  for (let made = 0; made < 16; made += 1)
    await addExtraCode(db, 'PROCTOR', { ...of, madeAt: NOW + made });
  const codes = await db.codes.toArray();
  expect(new Set(codes.map(({ number }) => number)).size).toBe(16);
  const newest = newestCodes(codes).get('e1');
  expect(newest?.madeAt).toBe(NOW + 15);
  expect(await readExtraTimeCode(codeKey, newest?.code ?? '')).toMatchObject({ minutes: 10 });
  await addExtraCode(db, 'PROCTOR', { ...of, minutes: 90, madeAt: NOW + 99 }); // a code holds no more than 63
  expect(await db.codes.count()).toBe(16);
});
