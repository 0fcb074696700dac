import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HallDb, type QueuedRow } from '../local-db/hall-db.ts';
import { closeQueued, keepReply, queueHandOver } from '../local-db/queue.ts';
import { standings, whose } from './said-of.tsx';

const UID = 'PROCTOR';
const RECEIPT = {
  code: 'ABCD-EFGH-JKMN',
  sittingId: 's1',
  seq: 5,
  digest: 'd',
  receivedAt: '2026-03-02T06:30:00.000Z',
  signature: 's',
};
const received = { sittingId: 's1', acked: 5, submitted: true, receipt: RECEIPT };
let db: HallDb;
let now = 0;
beforeEach(() => {
  db = new HallDb({ indexedDB: new IDBFactory(), IDBKeyRange });
});
afterEach(() => db.close());

const give = async (text: string, sittingId = 's1', corrects?: string) => {
  now += 1;
  return (await queueHandOver(db, UID, { sittingId, body: { text } }, now, corrects)).id;
};
const rows = (): Promise<QueuedRow[]> => db.queue.where({ uid: UID }).sortBy('doneAt');

it('[rule 21] a candidate who hands over in several ways is listed once, with one receipt', async () => {
  const ids = [await give('a file'), await give('a code'), await give('of another', 's2')];
  for (const id of ids.slice(0, 2)) await keepReply(db, id, received);
  expect(standings(await rows())).toEqual([
    { ids: ids.slice(0, 2), reply: received, refusal: null },
    { ids: ids.slice(2), refusal: null },
  ]);
});

it('[rule 2] a refusal stays on the list until a later hand-over of the same sitting is received', async () => {
  const first = await give('mistyped');
  await closeQueued(db, first, 'Most likely a letter was mistyped.');
  await closeQueued(db, await give('of another', 's2'), 'Not yours.');
  expect(standings(await rows())[0]).toMatchObject({ refusal: expect.stringContaining('letter') });
  const second = await give('right');
  await keepReply(db, second, received);
  expect(standings(await rows())).toEqual([
    expect.objectContaining({ refusal: 'Not yours.' }),
    { ids: [second], reply: received, refusal: null },
  ]);
});

it('[rule 2] a refusal after a received hand-over stays on the list', async () => {
  await keepReply(db, await give('right'), received);
  const later = await give('cut');
  await closeQueued(db, later, 'Part of this hand-over is missing.');
  expect(await db.queue.get(later)).toMatchObject({ refusal: expect.any(String) });
  expect(standings(await rows())).toMatchObject([{ refusal: expect.any(String) }]);
});

it('a refused hand-over goes once its corrected letters are on the phone, and not before', async () => {
  const wrong = await give('wrong', 'mistyped-sitting');
  await closeQueued(db, wrong, 'Most likely a letter was mistyped.');
  expect(await give('wrong', 'mistyped-sitting', wrong)).toBe(wrong);
  expect(await db.queue.get(wrong)).toMatchObject({ waiting: 1, refusal: null });
  await closeQueued(db, wrong, 'Most likely a letter was mistyped.');
  const right = await give('right', 's1', wrong);
  expect((await rows()).map(({ id }) => id)).toEqual([right]);
});

it('a candidate is named with the UID in brackets, so that a name in any direction of writing keeps the UID’s digits together', async () => {
  const reply = { ...received, fullName: 'محمد صدیقی', uid: '26QJT7S' };
  expect(whose(undefined, reply)).toBe('محمد صدیقی (26QJT7S)');
});
