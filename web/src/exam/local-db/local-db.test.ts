import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OpenReply, PushReply } from '#contract/wire/sync.ts';
import { isShown, phoneName } from '#seals/phone-name.ts';
import { proofOf, readDeviceId, readNameOf } from '../sync/device-id.ts';
import { LocalDb } from './database.ts';
import { forgetOldPapers, forgetPeople } from './forget.ts';
import { keepExam, keepPosition, keepSession } from './keep-facts.ts';
import {
  answersOf,
  findSitting,
  outboxOf,
  readOwed,
  readPaper,
  readSitting,
} from './read-sitting.ts';
import {
  confirmSubmission,
  recordEvent,
  recordReopened,
  recordSubmission,
} from './record-event.ts';
import { keepPageProgress, recordPage } from './record-page.ts';
import { goOnPaused, takeExtraTime } from './record-time.ts';
import { settleAcked } from './settle-acked.ts';
import { StorageTrouble, withStorage } from './storage-trouble.ts';
import { storeOpened } from './store-opened.ts';
import { watch } from './watch.ts';

const START = Date.parse('2026-11-21T05:00:00.000Z');
const iso = (after: number) => new Date(START + after).toISOString();
const standing = (more: Partial<PushReply> = {}): PushReply => ({
  acked: 0,
  serverTime: iso(1_000),
  signature: 'signed',
  deadline: iso(3_600_000),
  state: 'open',
  epoch: 1,
  ...more,
});
const opened = (more: Partial<OpenReply> = {}): OpenReply => ({
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
const moment = { at: START, elapsed: 5_000 };
const beside = { clock: { server: START, steady: 7, wall: START }, session: null };
const receipt = {
  code: 'ABCD',
  sittingId: 's1',
  seq: 3,
  digest: 'd',
  receivedAt: iso(0),
  signature: 's',
};

let factory: IDBFactory;
let db: LocalDb;
const newDb = () => new LocalDb({ indexedDB: factory, IDBKeyRange });
beforeEach(async () => {
  factory = new IDBFactory();
  db = newDb();
  await storeOpened(db, 'AB12345', 'phone-1', opened(), moment, beside);
  return () => db.close();
});

const answer = (qid: string, option: string) =>
  recordEvent(db, 's1', { type: 'answered', qid, answer: option }, moment);
const seqs = async () => (await outboxOf(db, 's1', 100)).map(({ seq }) => seq);
const sitting = async () => {
  const row = await readSitting(db, 's1');
  if (!row) throw new Error('no sitting');
  return row;
};

describe('an act on the phone (rule 1)', () => {
  it('is the answer, the event and the next number together, and is there after the battery died', async () => {
    expect(await answer('q1', 'OptionTwo')).toBe(2);
    db.close();
    db = newDb();
    expect(await answersOf(db, 's1')).toMatchObject([
      { qid: 'q1', answer: 'OptionTwo', marked: false },
    ]);
    expect(await outboxOf(db, 's1', 100)).toMatchObject([
      { seq: 1, type: 'started', epoch: 1 },
      { seq: 2, type: 'answered', qid: 'q1', answer: 'OptionTwo', epoch: 1, ...moment },
    ]);
    expect(await sitting()).toMatchObject({ nextSeq: 3 });
  });

  it('leaves nothing behind when any part of it fails', async () => {
    await db.outbox.add({ sittingId: 's1', seq: 2, epoch: 1, type: 'cleared', at: 0, elapsed: 0 });
    await expect(answer('q1', 'OptionOne')).rejects.toThrow();
    expect(await answersOf(db, 's1')).toEqual([]);
    expect((await sitting()).nextSeq).toBe(2);
  });

  it('keeps its number apart when two tabs write at once', async () => {
    const other = newDb();
    const writes = [db, other, db, other].map((tab) =>
      recordEvent(tab, 's1', { type: 'answered', qid: 'q1', answer: 'OptionOne' }, moment),
    );
    expect((await Promise.all(writes)).sort()).toEqual([2, 3, 4, 5]);
    other.close();
  });

  it('is not taken after the submission, nor when another device has the turn [AT7]', async () => {
    await settleAcked(db, 's1', standing({ epoch: 2 }));
    expect(await answer('q1', 'OptionOne')).toBeNull();
    await storeOpened(db, 'AB12345', 'phone-1', opened({ epoch: 3 }), moment, beside);
    expect(await answer('q1', 'OptionOne')).toBe(2);
    await recordSubmission(db, 's1', { auto: false, confirmed: true }, moment);
    expect(await answer('q1', 'OptionTwo')).toBeNull();
  });

  it('asks the browser for strict durability', () => {
    expect(db._options.chromeTransactionDurability).toBe('strict');
  });
});

describe('the outbox (rule 2)', () => {
  it('loses a row only with its acknowledgement, and only what is contiguous [SY2][SY3]', async () => {
    await answer('q1', 'OptionOne');
    await answer('q1', 'OptionTwo');
    await settleAcked(db, 's1', standing({ acked: 2 }));
    expect(await seqs()).toEqual([3]);
    await settleAcked(db, 's1', standing({ acked: 1 }));
    expect(await sitting()).toMatchObject({ acked: 2 });
    expect(await readOwed(db, await sitting())).toMatchObject({ acts: 1, all: 1 });
  });

  it('keeps every row through submission, reopening, opening again and a new turn', async () => {
    await answer('q1', 'OptionOne');
    await recordSubmission(db, 's1', { auto: true, confirmed: false }, moment);
    await recordReopened(db, 's1', moment);
    await storeOpened(db, 'AB12345', 'phone-1', opened({ epoch: 4 }), moment, beside);
    expect(await seqs()).toEqual([1, 2, 3, 4]);
  });

  it('never uses a number twice, even if the server remembers more than the phone', async () => {
    await settleAcked(db, 's1', standing({ acked: 7 }));
    expect(await answer('q1', 'OptionOne')).toBe(8);
  });

  it('believes the newest word of the server, whatever order replies come in', async () => {
    await settleAcked(
      db,
      's1',
      standing({ serverTime: iso(9_000), deadline: iso(4_000_000), epoch: 2 }),
    );
    await settleAcked(
      db,
      's1',
      standing({ serverTime: iso(8_000), deadline: iso(3_600_000), epoch: 1 }),
    );
    expect(await sitting()).toMatchObject({ deadline: START + 4_000_000, writerEpoch: 2 });
  });
});

describe('opening', () => {
  it('keeps the paper, and this device’s answers when it opens again under its turn (rule 6)', async () => {
    await answer('q1', 'OptionTwo');
    await keepPosition(db, 's1', 1, 'q2');
    await storeOpened(
      db,
      'AB12345',
      'phone-1',
      opened({ answers: [{ qid: 'q1', answer: 'OptionOne' }] }),
      moment,
      beside,
    );
    expect((await readPaper(db, 's1'))?.questions).toHaveLength(1);
    expect(await answersOf(db, 's1')).toMatchObject([
      { answer: 'OptionTwo' },
      { qid: 'q2', answer: null, visited: true },
    ]);
    expect(await findSitting(db, 'AB12345', 'e1')).toMatchObject({ position: 1, nextSeq: 3 });
  });

  it('takes the server’s answers with a new turn, and its own where the server has none [AT4]', async () => {
    await answer('q1', 'OptionTwo');
    await answer('q2', 'OptionTwo');
    const answers = [{ qid: 'q1', answer: 'OptionOne' }];
    await storeOpened(
      db,
      'AB12345',
      'phone-1',
      opened({ epoch: 3, answers, marked: ['q3'] }),
      moment,
      beside,
    );
    expect(await answersOf(db, 's1')).toMatchObject([
      { qid: 'q1', answer: 'OptionOne' },
      { qid: 'q2', answer: 'OptionTwo' },
      { qid: 'q3', answer: null, marked: true },
    ]);
  });

  it('gives the device one name for as long as its database lives', async () => {
    const [name, other] = await Promise.all([readDeviceId(db), readDeviceId(db)]);
    expect(name).toMatch(/^_[A-Za-z0-9_-]{16}$/);
    expect([other, await readDeviceId(db)]).toEqual([name, name]);
  });

  it('proves its own name and no other, also once its people have signed out [AT22]', async () => {
    const name = await readDeviceId(db);
    await forgetPeople(db);
    expect(await readDeviceId(db)).toBe(name);
    const { proof } = await proofOf(db, name);
    expect(await isShown(name, proof)).toBe(true);
    expect(await isShown(await phoneName('of another phone'), proof)).toBe(false);
    expect(await proofOf(db, 'phone-1')).toEqual({});
  });

  it('goes on under the name that an app of before gave it, with the paper which that one fetched [AT22]', async () => {
    await db.facts.put({ key: 'device-id', value: 'AnOlderPhoneName' });
    expect(await readNameOf(db, {})).toBe('AnOlderPhoneName');
    const own = await readDeviceId(db);
    expect(own).not.toBe('AnOlderPhoneName');
    expect(await readNameOf(db, { deviceId: own })).toBe(own);
  });
});

describe('the submission on the phone', () => {
  it('of the timer is dated at the deadline and happens once [AT10]', async () => {
    const late = { at: START, elapsed: 9_999_999 };
    await recordSubmission(db, 's1', { auto: true, confirmed: true }, late);
    await recordSubmission(db, 's1', { auto: false, confirmed: true }, late);
    expect(await sitting()).toMatchObject({
      handIn: { seq: 2, auto: true, elapsed: 3_600_000 },
      nextSeq: 3,
    });
    expect((await outboxOf(db, 's1', 10)).at(-1)).toMatchObject({
      type: 'submitted',
      elapsed: 3_600_000,
    });
  });

  it('is taken back only while nothing confirmed its time, and deletes nothing [AT9]', async () => {
    await recordSubmission(db, 's1', { auto: true, confirmed: false }, moment);
    await recordReopened(db, 's1', moment);
    expect(await sitting()).toMatchObject({ handIn: null });
    expect((await outboxOf(db, 's1', 10)).map(({ type }) => type)).toEqual([
      'started',
      'submitted',
      'reopened',
    ]);
    await recordSubmission(db, 's1', { auto: true, confirmed: false }, moment);
    await confirmSubmission(db, 's1');
    await recordReopened(db, 's1', moment);
    expect(await sitting()).toMatchObject({ handIn: { seq: 4, confirmed: true } });
  });

  it('keeps the receipt', async () => {
    await recordSubmission(db, 's1', { auto: false, confirmed: true }, moment);
    const score = [{ TotalScore: 3 }];
    await settleAcked(db, 's1', standing({ acked: 2, state: 'submitted' }), { receipt, score });
    expect(await sitting()).toMatchObject({ receipt, score, serverState: 'submitted' });
  });
});

describe('a document page', () => {
  it('is stored with the event that names it, once', async () => {
    const page = { sha256: 'a'.repeat(64), type: 'image/jpeg', bytes: new ArrayBuffer(8) };
    await recordPage(db, 's1', page, moment);
    await recordPage(db, 's1', page, moment);
    expect(await db.pages.count()).toBe(1);
    expect(await outboxOf(db, 's1', 10)).toMatchObject([
      { type: 'started' },
      { type: 'documents', answer: page.sha256 },
    ]);
    expect(await sitting()).toMatchObject({ documents: [page.sha256] });
  });
});

/** Every store with the keys in it: nothing else is on the phone. */
async function everything(): Promise<Record<string, unknown[]>> {
  const kept: Record<string, unknown[]> = {};
  for (const table of db.tables) {
    const keys = await table.toCollection().primaryKeys();
    if (keys.length > 0) kept[table.name] = keys;
  }
  return kept;
}

describe('a machine that several people use', () => {
  const session = { uid: 'AB12345', user: '{}', eid: 'e1' };
  const page = { sha256: 'a'.repeat(64), type: 'image/jpeg', bytes: new ArrayBuffer(8) };
  async function sitWith(pageIsSent: boolean) {
    await readDeviceId(db);
    await keepExam(db, 'e1', { active: true, startDate: START });
    await keepSession(db, session);
    await answer('q1', 'OptionOne');
    await recordPage(db, 's1', page, moment);
    if (pageIsSent) await keepPageProgress(db, 's1', page.sha256, { sent: 8, whole: true });
    await recordSubmission(db, 's1', { auto: false, confirmed: true }, moment);
  }
  const receive = () =>
    settleAcked(db, 's1', standing({ acked: 4, state: 'submitted' }), { receipt, score: [] });

  it('holds no question, answer or page once the receipt is here, and the receipt until sign-out', async () => {
    await sitWith(true);
    await receive();
    expect(await everything()).toEqual({
      sittings: ['s1'],
      papers: ['s1'],
      facts: ['clock', 'device', 'exam-e1', 'session'],
    });
    expect(await readPaper(db, 's1')).toMatchObject({
      examName: 'Assessment',
      task: '',
      questions: [],
    });
    await forgetPeople(db);
    expect(await everything()).toEqual({ facts: ['clock', 'device'] });
  });

  it('loses nothing that the server lacks, at the sweep and at a sign-out (rule 2)', async () => {
    await sitWith(false);
    await settleAcked(db, 's1', standing({ acked: 4 }), { receipt: null, score: [] });
    const before = await everything();
    await forgetOldPapers(db);
    expect(await everything()).toEqual(before);
    await forgetPeople(db);
    expect(await everything()).toEqual({ ...before, facts: ['clock', 'device'] });
  });

  it('is swept of what an older app left', async () => {
    await sitWith(true);
    await settleAcked(db, 's1', standing({ acked: 4, state: 'submitted' }));
    await db.sittings.update('s1', { receipt });
    await forgetOldPapers(db);
    expect(await everything()).toMatchObject({ sittings: ['s1'], papers: ['s1'] });
    expect(await answersOf(db, 's1')).toEqual([]);
    expect(await db.pages.count()).toBe(0);
  });

  it('shows the server’s answers when a proctor opens a received sitting again', async () => {
    await sitWith(true);
    await receive();
    const answers = [{ qid: 'q1', answer: 'OptionOne' }];
    await storeOpened(db, 'AB12345', 'phone-1', opened({ answers }), moment, beside);
    expect(await answersOf(db, 's1')).toMatchObject(answers);
  });
});

describe('what is owed to the server (rule 3)', () => {
  const page = (name: string) => ({
    sha256: name.repeat(64),
    type: 'image/jpeg',
    bytes: new ArrayBuffer(8),
  });
  const owed = async () => readOwed(db, await sitting());

  it('is also a page of which a piece is missing, when every event is acknowledged', async () => {
    await recordPage(db, 's1', page('a'), moment);
    await settleAcked(db, 's1', standing({ acked: 2 }));
    expect(await owed()).toEqual({ acts: 0, pages: 1, submission: false, all: 1 });
    await keepPageProgress(db, 's1', page('a').sha256, { sent: 4, whole: false });
    expect(await owed()).toMatchObject({ all: 1 });
    await keepPageProgress(db, 's1', page('a').sha256, { sent: 8, whole: true });
    expect(await owed()).toMatchObject({ all: 0 });
  });

  it('is also a page that the server refused, for as long as the answer names it', async () => {
    await recordPage(db, 's1', page('a'), moment);
    await keepPageProgress(db, 's1', page('a').sha256, { refusal: 'No picture.' });
    await settleAcked(db, 's1', standing({ acked: 2 }));
    expect(await owed()).toMatchObject({ pages: 1, all: 1 });
    await recordEvent(db, 's1', { type: 'documents', answer: '' }, moment);
    await settleAcked(db, 's1', standing({ acked: 3 }));
    expect(await owed()).toMatchObject({ all: 0 });
  });

  it('is also the submission, from its event’s acknowledgement until the receipt', async () => {
    await recordSubmission(db, 's1', { auto: false, confirmed: true }, moment);
    expect(await owed()).toEqual({ acts: 2, pages: 0, submission: true, all: 2 });
    await settleAcked(db, 's1', standing({ acked: 2 }));
    expect(await owed()).toEqual({ acts: 0, pages: 0, submission: true, all: 1 });
    await settleAcked(db, 's1', standing({ acked: 2 }), { receipt, score: [] });
    expect(await owed()).toMatchObject({ all: 0 });
  });
});

describe('storage trouble (rule 7)', () => {
  it('says so when the storage was emptied under the app, and takes no act for done', async () => {
    await db.delete();
    db = newDb();
    const acts = [
      () => answer('q1', 'OptionOne'),
      () => recordSubmission(db, 's1', { auto: false, confirmed: true }, moment),
      () => recordPage(db, 's1', { sha256: 'a', type: 'x', bytes: new ArrayBuffer(1) }, moment),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject({ kind: 'gone' });
  });

  it('is mended by opening anew when the connection was lost under the app', async () => {
    db.close();
    await db.open();
    db.backendDB().close();
    expect(await answer('q1', 'OptionOne')).toBe(2);
  });

  it('is told by what follows the disk when a full phone closes it right after an act and it stays closed (torture 709316093)', async () => {
    const told: (number | undefined)[] = [];
    const troubles: unknown[] = [];
    // Dexie follows nothing where there is no IndexedDB of the browser's.
    const { indexedDB } = Dexie.dependencies;
    Dexie.dependencies.indexedDB = factory;
    let isFull = false;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stop = watch(
      () => {
        if (isFull) db.close();
        return findSitting(db, 'AB12345', 'e1');
      },
      (row) => told.push(row?.nextSeq),
      (error) => troubles.push(error),
    );
    try {
      await vi.waitFor(() => expect(told).toEqual([2]));
      const act = answer('q1', 'OptionTwo');
      isFull = true;
      await act;
      await vi.waitFor(() => expect(troubles).toMatchObject([{ kind: 'lost' }]), 5_000);
      isFull = false;
      await db.open();
      await vi.waitFor(() => expect(told.at(-1)).toBe(3), 5_000);
      expect(troubles).toHaveLength(1);
    } finally {
      stop();
      vi.useRealTimers();
      Dexie.dependencies.indexedDB = indexedDB;
    }
  });
  it('lets nothing reach the disk while something else is on its way there: it would go behind what the disk tears', async () => {
    const order: string[] = [];
    let refuse = () => {};
    const onItsWay = new Promise<void>((_, reject) => {
      refuse = () => reject(new DOMException('No space left', 'UnknownError'));
    });
    const first = withStorage(db, () => {
      order.push('first');
      return order.length === 1 ? onItsWay : Promise.resolve();
    });
    const second = withStorage(db, async () => void order.push('second'));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(order).toEqual(['first']);
    refuse();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'first', 'second']);
  });

  it('goes on with the others when one act is never answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    void withStorage(db, () => new Promise(() => {}));
    let isDone = false;
    const second = withStorage(db, async () => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(14_000);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    await second;
    expect(isDone).toBe(true);
  });

  it('says that the phone is full, also when the transaction only says that it was aborted', async () => {
    const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    const aborted = Object.assign(new Error('aborted'), { name: 'AbortError', inner: full });
    // As an update that was refused says it.
    const failed = Object.assign(new Error('failed'), { failures: [aborted] });
    for (const error of [full, aborted, failed]) {
      const thrown = await withStorage(db, () => Promise.reject(error)).catch(
        (caught: unknown) => caught,
      );
      expect(thrown).toBeInstanceOf(StorageTrouble);
      expect(thrown).toMatchObject({ kind: 'full' });
    }
  });

  it('says when the browser allows no storage, as in some private windows', async () => {
    const closed = new LocalDb({ IDBKeyRange });
    await expect(withStorage(closed, () => closed.facts.count())).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });

  it('never takes a damaged row for an answer', async () => {
    await db.sittings.update('s1', { nextSeq: Number.NaN });
    await expect(answer('q1', 'OptionOne')).rejects.toMatchObject({
      name: 'StorageTrouble',
      kind: 'damaged',
    });
  });

  it('passes on what is no matter of storage', async () => {
    await expect(withStorage(db, () => Promise.reject(new RangeError('other')))).rejects.toThrow(
      RangeError,
    );
  });
});

describe('a pause that was ended here, and extra time by a code [AT20]', () => {
  const MINUTE = 60_000;
  let heard = 0;
  const hears = (minutes: number, more: Partial<PushReply> = {}) => {
    heard += 1;
    const told = { serverTime: iso(heard * MINUTE), deadline: iso(minutes * MINUTE), ...more };
    return settleAcked(db, 's1', standing(told));
  };
  const times = async () => {
    const { deadline, pausedAt } = await sitting();
    const instants = [deadline, pausedAt].map((at) => at && (at - START) / MINUTE);
    return { deadline: instants[0], pausedAt: instants[1] };
  };
  const pausedAt = iso(10 * MINUTE);

  beforeEach(async () => {
    heard = 0;
    await hears(60, { pausedAt });
    await goOnPaused(db, 's1', START + 30 * MINUTE);
    await takeExtraTime(db, 's1', { minutes: 5, number: 3 }, START + 30 * MINUTE);
    expect(await times()).toEqual({ deadline: 85, pausedAt: null });
  });

  it('are not given back twice when the server has heard of neither yet and the exam goes on here again', async () => {
    await hears(60, { pausedAt });
    expect(await times()).toEqual({ deadline: 65, pausedAt: 10 });
    await goOnPaused(db, 's1', START + 30 * MINUTE);
    expect(await times()).toEqual({ deadline: 85, pausedAt: null });
    await takeExtraTime(db, 's1', { minutes: 5, number: 4 }, START + 30 * MINUTE);
    await hears(90);
    expect(await times()).toEqual({ deadline: 90, pausedAt: null });
  });

  it('both stand until the server has heard of both, in whichever order', async () => {
    await hears(80);
    expect(await times()).toEqual({ deadline: 85, pausedAt: null });
    await hears(85);
    expect(await times()).toEqual({ deadline: 85, pausedAt: null });
  });

  it('last as long as the server says once it has given more', async () => {
    await hears(95);
    expect(await times()).toEqual({ deadline: 95, pausedAt: null });
    await storeOpened(
      db,
      'AB12345',
      'phone-1',
      opened({ deadline: iso(97 * MINUTE) }),
      moment,
      beside,
    );
    expect(await times()).toEqual({ deadline: 97, pausedAt: null });
  });
});

describe('a code for extra time of which the server has not heard, and a pause that it ends [AT20]', () => {
  const MINUTE = 60_000;
  const hears = (at: number, deadline: number, more: Partial<PushReply> = {}) => {
    const told = { serverTime: iso(at * MINUTE), deadline: iso(deadline * MINUTE), ...more };
    return settleAcked(db, 's1', standing(told));
  };
  const paused = { pausedAt: iso(10 * MINUTE) };
  const takes = (at: number) =>
    takeExtraTime(db, 's1', { minutes: 10, number: 3 }, START + at * MINUTE);
  const ends = async () => ((await sitting()).deadline - START) / MINUTE;

  beforeEach(() => hears(1, 60));

  it('counts both where the code was there before the pause', async () => {
    await takes(5);
    await hears(11, 60, paused);
    await hears(20, 70);
    expect(await ends()).toBe(80);
    await hears(21, 80);
    expect(await ends()).toBe(80);
  });

  it('counts both where the code was taken while the phone stood in the pause', async () => {
    await hears(11, 60, paused);
    await takes(12);
    await hears(20, 70);
    expect(await ends()).toBe(80);
  });

  it('counts nothing twice where the act arrives during the pause, or with its end', async () => {
    await takes(5);
    await hears(11, 60, paused);
    await hears(15, 70, paused);
    await hears(20, 80);
    expect(await ends()).toBe(80);
    await hears(31, 80, { pausedAt: iso(30 * MINUTE) });
    await hears(40, 100);
    expect(await ends()).toBe(100);
  });

  it('counts of the pause what the server gives back, though the phone hears of its end late', async () => {
    await takes(5);
    await hears(11, 60, paused);
    await hears(35, 70);
    expect(await ends()).toBe(80);
  });

  it('shows the longer of the two where the code may be in place of the pause', async () => {
    await takes(15);
    await hears(20, 60, paused);
    await hears(30, 80);
    expect(await ends()).toBe(80);
  });

  it('shows the longer of the two where the phone never heard of the pause', async () => {
    await takes(5);
    await hears(30, 70);
    expect(await ends()).toBe(70);
    await hears(31, 80);
    expect(await ends()).toBe(80);
  });
});
