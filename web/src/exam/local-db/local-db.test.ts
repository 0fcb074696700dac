import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type HeardBeacon,
  MOST_PAGES,
  type OpenReply,
  type PushReply,
} from '#contract/wire/sync.ts';
import { isShown, phoneName } from '#seals/phone-name.ts';
import { beside, iso, moment, opened, openOn, START, standing } from '#tests/sync/phone-storage.ts';
import { proofOf, readDeviceId, readNameOf } from '../sync/device-id.ts';
import { LocalDb } from './database.ts';
import { forgetOldPapers, forgetPeople } from './forget.ts';
import { keepBeacon, keepExamFact, keepPosition, keepSession, readSession } from './keep-facts.ts';
import {
  answersOf,
  findSitting,
  nextPage,
  outboxOf,
  readOwed,
  readPaper,
  readSitting,
} from './read-sitting.ts';
import { recordAcked } from './record-acked.ts';
import {
  confirmSubmission,
  dropSubmission,
  recordEvent,
  recordReopened,
  recordSubmission,
} from './record-event.ts';
import { keepPageHeld, keepPageProgress, recordPage, sendPagesAgain } from './record-page.ts';
import { goOnPaused, takeExtraTime } from './record-time.ts';
import { storeOpened } from './store-opened.ts';

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
  await openOn(db);
  return () => db.close();
});

const answer = (qid: string, option: string) =>
  recordEvent(db, 's1', { type: 'answered', qid, answer: option }, moment);
const mark = (qid: string, type: 'marked' | 'unmarked' = 'marked') =>
  recordEvent(db, 's1', { type, qid }, moment);
const clear = (qid: string) => recordEvent(db, 's1', { type: 'cleared', qid }, moment);
const open = (more: Partial<OpenReply>) => openOn(db, more);
const seqs = async () => (await outboxOf(db, 's1', 100)).map(({ seq }) => seq);
const sitting = async () => {
  const row = await readSitting(db, 's1');
  if (!row) throw new Error('no sitting');
  return row;
};

describe('an act on the phone (rule 1)', () => {
  it('stores the answer, the event and the next number together, and survives a dead battery', async () => {
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

  it('changes only what it is about: a mark keeps the answer, an answer keeps the mark', async () => {
    const row = async () => (await answersOf(db, 's1'))[0];
    await mark('q1');
    expect(await row()).toMatchObject({ answer: null, marked: true, visited: true });
    await answer('q1', 'OptionTwo');
    expect(await row()).toMatchObject({ answer: 'OptionTwo', marked: true });
    await mark('q1', 'unmarked');
    expect(await row()).toMatchObject({ answer: 'OptionTwo', marked: false });
    await mark('q1');
    await clear('q1');
    await keepPosition(db, 's1', 0, 'q1');
    expect(await row()).toMatchObject({ answer: '', marked: true, visited: true });
    await keepPosition(db, 's1', 1, 'q2');
    expect((await answersOf(db, 's1'))[1]).toMatchObject({ answer: null, marked: false });
  });

  it('leaves nothing behind when any part of it fails', async () => {
    await db.outbox.add({ sittingId: 's1', seq: 2, epoch: 1, type: 'cleared', at: 0, elapsed: 0 });
    await expect(answer('q1', 'OptionOne')).rejects.toThrow();
    expect(await answersOf(db, 's1')).toEqual([]);
    expect((await sitting()).nextSeq).toBe(2);
  });

  it('gets a number of its own when two tabs write at once', async () => {
    const other = newDb();
    const writes = [db, other, db, other].map((tab) =>
      recordEvent(tab, 's1', { type: 'answered', qid: 'q1', answer: 'OptionOne' }, moment),
    );
    expect((await Promise.all(writes)).sort()).toEqual([2, 3, 4, 5]);
    other.close();
  });

  it('is refused after the submission, and while another device has the turn [AT7]', async () => {
    await recordAcked(db, 's1', standing({ epoch: 2 }));
    expect(await answer('q1', 'OptionOne')).toBeNull();
    await openOn(db, { epoch: 3 });
    expect(await answer('q1', 'OptionOne')).toBe(2);
    await recordSubmission(db, 's1', { auto: false, confirmed: true }, moment);
    expect(await answer('q1', 'OptionTwo')).toBeNull();
    const page = { sha256: 'a'.repeat(64), type: 'image/jpeg', bytes: new ArrayBuffer(8) };
    expect(await recordPage(db, 's1', page, moment)).toBe(false);
    expect(await seqs()).toEqual([1, 2, 3]);
  });

  it('is refused once there is a receipt, whoever submitted [AT7]', async () => {
    await open({ receipt, state: 'submitted' });
    expect(await answer('q1', 'OptionOne')).toBeNull();
  });

  it('is written with strict durability', () => {
    expect(db._options.chromeTransactionDurability).toBe('strict');
  });
});

describe('the outbox (rule 2)', () => {
  it('loses a row only when it is acknowledged, and only up to the first gap [SY2][SY3]', async () => {
    await answer('q1', 'OptionOne');
    await answer('q1', 'OptionTwo');
    await recordAcked(db, 's1', standing({ acked: 2 }));
    expect(await seqs()).toEqual([3]);
    await recordAcked(db, 's1', standing({ acked: 1 }));
    expect(await sitting()).toMatchObject({ acked: 2 });
    expect(await readOwed(db, await sitting())).toMatchObject({ acts: 1, all: 1 });
  });

  it('keeps every row through submission, reopening, another opening and a new turn', async () => {
    await answer('q1', 'OptionOne');
    await recordSubmission(db, 's1', { auto: true, confirmed: false }, moment);
    await recordReopened(db, 's1', moment);
    await openOn(db, { epoch: 4 });
    expect(await seqs()).toEqual([1, 2, 3, 4]);
  });

  it('never uses a number twice, even if the server remembers more than the phone', async () => {
    await recordAcked(db, 's1', standing({ acked: 7 }));
    expect(await answer('q1', 'OptionOne')).toBe(8);
  });

  it('follows the server’s newest reply, in whatever order replies arrive', async () => {
    await recordAcked(
      db,
      's1',
      standing({ serverTime: iso(9_000), deadline: iso(4_000_000), epoch: 2 }),
    );
    await recordAcked(
      db,
      's1',
      standing({ serverTime: iso(8_000), deadline: iso(3_600_000), epoch: 1 }),
    );
    expect(await sitting()).toMatchObject({ deadline: START + 4_000_000, writerEpoch: 2 });
    await recordAcked(db, 's1', standing({ serverTime: iso(8_500), epoch: 3 }));
    expect(await sitting()).toMatchObject({ deadline: START + 4_000_000, writerEpoch: 3 });
  });

  it('of one sitting is not affected by what the server says about another [SY2]', async () => {
    await answer('q1', 'OptionOne');
    await open({ sittingId: 's2', examId: 'e2' });
    expect((await outboxOf(db, 's2', 100)).map(({ seq }) => seq)).toEqual([1]);
    await recordAcked(db, 's2', standing({ acked: 9 }));
    expect(await outboxOf(db, 's2', 100)).toEqual([]);
    expect(await seqs()).toEqual([1, 2]);
  });

  it('stays as it is when the server speaks of a sitting that is no longer on the phone', async () => {
    await recordAcked(db, 'another', standing({ acked: 2 }));
    await recordReopened(db, 'another', moment);
    await confirmSubmission(db, 'another');
    expect(await findSitting(db, 'AB12345', 'another')).toBeNull();
    expect(await readPaper(db, 'another')).toBeNull();
    expect(await seqs()).toEqual([1]);
  });
});

describe('the beacons around waiting acts [AT8]', () => {
  const hear = (after: number, believed: number | null, more: Partial<PushReply> = {}) =>
    recordAcked(db, 's1', standing({ serverTime: iso(after), ...more }), null, believed);
  const beacons = async () => (await sitting()).words;
  const opening = { serverTime: iso(1_000), signature: 'signed', elapsed: 1_000, seq: 0 };

  it('are stored with the time this phone believed and the last act it had done when it heard them', async () => {
    await answer('q1', 'OptionOne');
    await hear(60_000, START + 58_000);
    const next = { serverTime: iso(60_000), signature: 'signed', elapsed: 58_000, seq: 2 };
    expect(await beacons()).toEqual([opening, next]);
    await hear(61_000, null);
    await hear(59_000, START + 59_000);
    expect(await beacons()).toEqual([opening, next]);
    await hear(62_000, START - 5_000);
    await hear(61_500, START + 61_500);
    await hear(62_000, START + 62_000);
    expect(await beacons()).toHaveLength(3);
    expect((await beacons()).at(-1)).toMatchObject({ serverTime: iso(62_000), elapsed: 0 });
  });

  it('are dropped when everything that waited between them has been acknowledged', async () => {
    await answer('q1', 'OptionOne');
    await hear(60_000, START + 60_000);
    await answer('q1', 'OptionTwo');
    await hear(90_000, START + 90_000, { acked: 2 });
    expect((await beacons()).map(({ seq }) => seq)).toEqual([2, 3]);
  });

  it('say from which act on the phone measured time after a restart', async () => {
    const unsure = { ...moment, unsure: true as const };
    for (const qid of ['q1', 'q2'])
      await recordEvent(db, 's1', { type: 'answered', qid, answer: 'OptionOne' }, unsure);
    expect((await outboxOf(db, 's1', 9)).at(-1)).not.toHaveProperty('unsure');
    await answer('q1', 'OptionTwo');
    await hear(60_000, START + 60_000);
    expect((await beacons()).at(-1)).toMatchObject({ unsureFrom: 2, seq: 4 });
    await hear(90_000, START + 90_000);
    expect((await beacons()).at(-1)).not.toHaveProperty('unsureFrom');
  });

  it('are thinned out in the middle when there are too many, without losing a restart', () => {
    const beacon = (minute: number, more: Partial<HeardBeacon> = {}): HeardBeacon => ({
      serverTime: iso(minute * 60_000),
      signature: 'signed',
      elapsed: 0,
      seq: minute,
      ...more,
    });
    const thinned = (beacons: HeardBeacon[]) => {
      const more = Array.from({ length: 9 - beacons.length }, (_, index) =>
        beacon(beacons.length + 1 + index),
      );
      return more.reduce((kept, next) => keepBeacon(kept, next, 1), beacons);
    };
    const own = beacon(3, { unsureFrom: 3 });
    expect(thinned([beacon(1), beacon(2), own])[1]).toEqual(beacon(3, { unsureFrom: 3 }));
    expect(thinned([beacon(1), beacon(2, { unsureFrom: 2 })])).toEqual([
      beacon(1),
      beacon(3, { unsureFrom: 2 }),
      ...[4, 5, 6, 7, 8, 9].map((n) => beacon(n)),
    ]);
  });

  it('start over at each opening, unless something waits that needs the earlier ones as evidence', async () => {
    await open({ serverTime: iso(70_000) });
    expect(await beacons()).toEqual([opening]);
    await recordAcked(db, 's1', standing({ acked: 1 }));
    await open({ serverTime: iso(80_000), acked: 1 });
    expect(await beacons()).toEqual([
      { ...opening, serverTime: iso(80_000), elapsed: 80_000, seq: 1 },
    ]);
  });
});

describe('what another phone did before this one took over [AT13]', () => {
  const page = 'b'.repeat(64);
  const others = {
    count: 3,
    answers: [
      { qid: 'q1', answer: 'OptionOne' },
      { qid: 'q2', answer: 'OptionTwo' },
      { qid: 'q3', answer: '' },
    ],
    documents: [page],
  };
  const hear = (more: Partial<PushReply> = {}) =>
    recordAcked(db, 's1', standing({ epoch: 2, others, ...more }));
  const shown = async () =>
    (await answersOf(db, 's1')).map(({ qid, answer, elsewhere }) => [qid, answer, elsewhere]);

  beforeEach(() => open({ epoch: 2 }));

  it('is shown as this phone’s own, until the candidate answers here', async () => {
    await mark('q2');
    await hear();
    expect(await shown()).toEqual([
      ['q1', 'OptionOne', true],
      ['q2', 'OptionTwo', true],
    ]);
    expect((await answersOf(db, 's1')).map(({ marked, visited }) => [marked, visited])).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(await sitting()).toMatchObject({ others: 3, documents: [page] });
    await answer('q1', 'OptionThree');
    expect((await shown())[0]).toEqual(['q1', 'OptionThree', false]);
  });

  it('doesn’t replace what was done here and still waits, but replaces what was done here in an earlier turn', async () => {
    await answer('q1', 'OptionFour');
    await clear('q2');
    await recordEvent(db, 's1', { type: 'documents', answer: '' }, moment);
    await hear();
    expect(await shown()).toEqual([
      ['q1', 'OptionFour', false],
      ['q2', '', false],
    ]);
    expect(await sitting()).toMatchObject({ others: 3, documents: [] });
    await open({ epoch: 3 });
    await hear({ epoch: 3 });
    expect(await shown()).toEqual([
      ['q1', 'OptionOne', true],
      ['q2', 'OptionTwo', true],
    ]);
    expect(await sitting()).toMatchObject({ documents: [page] });
  });

  it('leaves the list of pages alone when the other phone named none', async () => {
    await hear({ others: { ...others, documents: null } });
    expect(await sitting()).toMatchObject({ others: 3, documents: [] });
  });

  it('is ignored in a reply to an earlier turn, in an older reply, and after the submission', async () => {
    await recordAcked(db, 's1', standing({ epoch: 2, acked: 1 }));
    await hear({ epoch: 1, acked: 1 });
    await hear({ acked: 0 });
    await recordSubmission(db, 's1', { auto: false, confirmed: true }, moment);
    await hear({ acked: 1 });
    expect(await shown()).toEqual([]);
    expect(await sitting()).toMatchObject({ others: 0, documents: [] });
  });
});

describe('opening a sitting', () => {
  it('stores the paper, and keeps this device’s answers when it opens again under the same turn (rule 6)', async () => {
    await answer('q1', 'OptionTwo');
    await keepPosition(db, 's1', 1, 'q2');
    await openOn(db, { answers: [{ qid: 'q1', answer: 'OptionOne' }] });
    expect((await readPaper(db, 's1'))?.questions).toHaveLength(1);
    expect(await answersOf(db, 's1')).toMatchObject([
      { answer: 'OptionTwo' },
      { qid: 'q2', answer: null, visited: true },
    ]);
    expect(await findSitting(db, 'AB12345', 'e1')).toMatchObject({ position: 1, nextSeq: 3 });
  });

  it('takes over the server’s answers with a new turn, and keeps its own where the server has none [AT4]', async () => {
    await answer('q1', 'OptionTwo');
    await answer('q2', 'OptionTwo');
    const answers = [{ qid: 'q1', answer: 'OptionOne' }];
    await openOn(db, { epoch: 3, answers, marked: ['q2', 'q3'] });
    expect(await answersOf(db, 's1')).toMatchObject([
      { qid: 'q1', answer: 'OptionOne', marked: false },
      { qid: 'q2', answer: 'OptionTwo', marked: true },
      { qid: 'q3', answer: null, marked: true, visited: true },
    ]);
  });

  it('keeps, under the same turn, everything that only this phone knows (rule 6)', async () => {
    await open({ deviceKey: 'device', extraKey: 'extra', largerText: true, epoch: 2 });
    const page = 'b'.repeat(64);
    const others = { count: 3, answers: [], documents: [page] };
    const told = { epoch: 2, acked: 1, others, pausedAt: iso(10_000) };
    await recordAcked(db, 's1', standing(told));
    await goOnPaused(db, 's1', START + 20_000);
    await takeExtraTime(db, 's1', { minutes: 5, number: 3 }, START + 30_000);
    const act = { type: 'answered' as const, qid: 'q1', answer: 'OptionOne' };
    await recordEvent(db, 's1', act, { ...moment, unsure: true });
    await keepPosition(db, 's1', 4, 'q4');
    await recordSubmission(db, 's1', { auto: false, confirmed: true }, moment);
    await db.sittings.update('s1', { grantedAt: START + 30_000, score: [{ TotalScore: 3 }] });
    const { deadline: _, grantedUntil: __, wentOn: ___, ...before } = await sitting();
    expect(before).toMatchObject({ unsureFrom: 2, acked: 1, others: 3, codesTaken: [3] });
    await open({ epoch: 2 });
    expect(await sitting()).toMatchObject(before);
    expect(await answersOf(db, 's1')).toMatchObject([{ answer: 'OptionOne' }, { qid: 'q4' }]);
    await open({ epoch: 3, receipt: null });
    expect(await sitting()).toMatchObject({
      ...{ epoch: 3, others: 0, handIn: null, documents: [] },
      ...{ deviceKey: 'device', extraKey: 'extra', largerText: true, codesTaken: [3], position: 4 },
    });
  });

  it('keeps the receipt under the same turn, and has none under a new one, because the sitting was reopened [AT19]', async () => {
    await recordAcked(db, 's1', standing({ state: 'submitted' }), { receipt, score: [] });
    await open({ state: 'submitted' });
    expect(await sitting()).toMatchObject({ receipt });
    await open({ epoch: 2 });
    expect(await sitting()).toMatchObject({ receipt: null });
    expect((await sitting()).largerText).toBe(false);
  });

  it('continues after the last act that the server holds of this device, and records the start only once [SY2]', async () => {
    await open({ sittingId: 's2', examId: 'e2', acked: 7 });
    expect(await outboxOf(db, 's2', 9)).toEqual([]);
    expect(await readSitting(db, 's2')).toMatchObject({ acked: 7, nextSeq: 8 });
  });

  it('stores the session of the candidate who takes the exam, and of nobody else who is signed in (rule 6)', async () => {
    const session = { uid: 'CD67890', user: '{}', eid: 'e1' };
    await storeOpened(db, 'AB12345', 'phone-1', opened(), moment, { ...beside, session });
    expect(await readSession(db)).toBeNull();
    const own = { ...session, uid: 'AB12345' };
    await storeOpened(db, 'AB12345', 'phone-1', opened(), moment, { ...beside, session: own });
    expect(await readSession(db)).toEqual(own);
  });

  it('gives the device one name for as long as its database exists', async () => {
    const [name, other] = await Promise.all([readDeviceId(db), readDeviceId(db)]);
    expect(name).toMatch(/^_[A-Za-z0-9_-]{16}$/);
    expect([other, await readDeviceId(db)]).toEqual([name, name]);
  });

  it('proves its own device’s name and no other, even after its candidates have signed out [AT22]', async () => {
    const name = await readDeviceId(db);
    await forgetPeople(db);
    expect(await readDeviceId(db)).toBe(name);
    const { proof } = await proofOf(db, name);
    expect(await isShown(name, proof)).toBe(true);
    expect(await isShown(await phoneName('of another phone'), proof)).toBe(false);
    expect(await proofOf(db, 'phone-1')).toEqual({});
  });

  it('keeps the name that an older app gave the device for a paper fetched under that name [AT22]', async () => {
    await db.facts.put({ key: 'device-id', value: 'AnOlderPhoneName' });
    expect(await readNameOf(db, {})).toBe('AnOlderPhoneName');
    const own = await readDeviceId(db);
    expect(own).not.toBe('AnOlderPhoneName');
    expect(await readNameOf(db, { deviceId: own })).toBe(own);
    await db.facts.clear();
    expect(await proofOf(db, own)).toEqual({});
    expect(await readNameOf(db, {})).toBe(await readDeviceId(db));
  });
});

describe('the submission on the phone', () => {
  it('is dated at the deadline when the timer makes it, and is made only once [AT10]', async () => {
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

  it('is taken back only while nothing has confirmed its time, and deletes nothing [AT9]', async () => {
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

  it('counts as confirmed when the candidate makes it, and when the timer makes it only if the server confirmed the time [AT9]', async () => {
    const confirmed = async (how: { auto: boolean; confirmed: boolean }) => {
      await db.sittings.update('s1', { handIn: null });
      await recordSubmission(db, 's1', how, moment);
      return (await sitting()).handIn?.confirmed;
    };
    expect(await confirmed({ auto: false, confirmed: false })).toBe(true);
    expect(await confirmed({ auto: true, confirmed: true })).toBe(true);
    expect(await confirmed({ auto: true, confirmed: false })).toBe(false);
  });

  it('is not made while another device has the turn, and can’t be confirmed before it is made [AT7]', async () => {
    await confirmSubmission(db, 's1');
    await recordAcked(db, 's1', standing({ epoch: 2 }));
    await recordSubmission(db, 's1', { auto: true, confirmed: true }, moment);
    expect(await sitting()).toMatchObject({ handIn: null, nextSeq: 2 });
  });

  it('keeps its receipt, even from a reply with an earlier server time, when later replies bring none [AT19]', async () => {
    await recordSubmission(db, 's1', { auto: false, confirmed: true }, moment);
    await recordAcked(db, 's1', standing({ serverTime: iso(900_000) }));
    const score = [{ TotalScore: 3 }];
    await recordAcked(db, 's1', standing({ acked: 2, state: 'submitted' }), { receipt, score });
    expect(await sitting()).toMatchObject({ receipt, score, serverState: 'submitted' });
    await recordAcked(db, 's1', standing({ acked: 2 }), { receipt: null, score: [] });
    expect(await sitting()).toMatchObject({ receipt, score, serverState: 'submitted' });
  });

  it('keeps its receipt', async () => {
    await recordSubmission(db, 's1', { auto: false, confirmed: true }, moment);
    const score = [{ TotalScore: 3 }];
    await recordAcked(db, 's1', standing({ acked: 2, state: 'submitted' }), { receipt, score });
    expect(await sitting()).toMatchObject({ receipt, score, serverState: 'submitted' });
  });
});

describe('a document page', () => {
  it('is stored once, with the event that names it', async () => {
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

  it('is listed after the others, also when it was removed and is added again', async () => {
    const [first, second] = ['a', 'b'].map((name) => ({
      sha256: name.repeat(64),
      type: 'image/jpeg',
      bytes: new ArrayBuffer(8),
    }));
    if (!first || !second) throw new Error('no pages');
    const list = async () => (await outboxOf(db, 's1', 10)).at(-1);
    const both = [first.sha256, second.sha256];
    expect(await recordPage(db, 's1', first, moment)).toBe(true);
    await recordPage(db, 's1', second, moment);
    expect(await list()).toMatchObject({ type: 'documents', answer: both.join(','), ...moment });
    await recordEvent(db, 's1', { type: 'documents', answer: '' }, moment);
    expect(await list()).toMatchObject({ type: 'documents', answer: '', ...moment });
    expect(await sitting()).toMatchObject({ documents: [] });
    await recordEvent(db, 's1', { type: 'documents', answer: second.sha256 }, moment);
    expect(await recordPage(db, 's1', first, moment)).toBe(true);
    expect(await recordPage(db, 's1', first, moment)).toBe(true);
    expect(await sitting()).toMatchObject({ documents: both.toReversed() });
    expect(await db.pages.count()).toBe(2);
  });

  it('takes the place of the one it replaces in one event, so that a full answer is never too long [AT5]', async () => {
    const pageOf = (index: number) => ({
      sha256: String(index).padStart(64, '0'),
      type: 'image/jpeg',
      bytes: new ArrayBuffer(8),
    });
    const full = Array.from({ length: MOST_PAGES }, (_, index) => pageOf(index).sha256);
    await recordEvent(db, 's1', { type: 'documents', answer: full.join(',') }, moment);
    expect(await recordPage(db, 's1', pageOf(40), moment, full[3])).toBe(true);
    const documents = full.with(3, pageOf(40).sha256);
    expect(await sitting()).toMatchObject({ documents });
    expect(await outboxOf(db, 's1', 10)).toMatchObject([
      { type: 'started' },
      { type: 'documents', answer: full.join(',') },
      { type: 'documents', answer: documents.join(',') },
    ]);
    // The one to be replaced is gone.
    await recordEvent(db, 's1', { type: 'documents', answer: full[0] ?? '' }, moment);
    await recordPage(db, 's1', pageOf(41), moment, full[3]);
    expect(await sitting()).toMatchObject({ documents: [full[0], pageOf(41).sha256] });
  });

  it('is sent again from its first byte when the server lacks it, unless the server refused it, and says why', async () => {
    const page = { sha256: 'a'.repeat(64), type: 'image/jpeg', bytes: new ArrayBuffer(8) };
    await recordPage(db, 's1', page, moment);
    await keepPageProgress(db, 's1', page.sha256, { sent: 8, whole: true });
    expect(await nextPage(db, 's1')).toBeNull();
    const again = () => sendPagesAgain(db, 's1', [page.sha256]);
    expect(await again()).toEqual({ refusal: null, elsewhere: false });
    expect(await nextPage(db, 's1')).toMatchObject({ sha256: page.sha256, sent: 0 });
    await keepPageProgress(db, 's1', page.sha256, { refusal: 'No picture.' });
    expect(await again()).toEqual({ refusal: 'No picture.', elsewhere: false });
    expect(await nextPage(db, 's1')).toBeNull();
  });

  it('that only another phone has is owed until the server says that it holds the page (rule 3)', async () => {
    const [here, there] = ['a'.repeat(64), 'b'.repeat(64)];
    await recordPage(
      db,
      's1',
      { sha256: here, type: 'image/jpeg', bytes: new ArrayBuffer(8) },
      moment,
    );
    await keepPageProgress(db, 's1', here, { sent: 8, whole: true });
    await db.sittings.update('s1', { documents: [here, there] });
    const owed = async () => readOwed(db, await sitting());
    expect(await owed()).toMatchObject({ acts: 2, pages: 0, elsewhere: 1, all: 3 });
    await keepPageHeld(db, 's1', there);
    expect(await owed()).toMatchObject({ acts: 2, pages: 0, elsewhere: 0, all: 2 });
    await keepPageHeld(db, 's1', here);
    expect(await db.pages.get(['s1', here])).toMatchObject({ type: 'image/jpeg' });
    // The server has lost the other phone's page, which this phone can't send.
    const all = [here, there];
    expect(await sendPagesAgain(db, 's1', all)).toEqual({ refusal: null, elsewhere: true });
    expect(await nextPage(db, 's1')).toMatchObject({ sha256: here });
    expect(await owed()).toMatchObject({ pages: 1, elsewhere: 1 });
  });
});

/** Every table that isn't empty, with its keys. */
async function everything(): Promise<Record<string, unknown[]>> {
  const kept: Record<string, unknown[]> = {};
  for (const table of db.tables) {
    const keys = await table.toCollection().primaryKeys();
    if (keys.length > 0) kept[table.name] = keys;
  }
  return kept;
}

describe('a phone that several people use', () => {
  const session = { uid: 'AB12345', user: '{}', eid: 'e1' };
  const page = { sha256: 'a'.repeat(64), type: 'image/jpeg', bytes: new ArrayBuffer(8) };
  async function sitWith(pageIsSent: boolean) {
    await readDeviceId(db);
    await keepExamFact(db, 'e1', { active: true, startDate: START });
    await keepSession(db, session);
    await answer('q1', 'OptionOne');
    await recordPage(db, 's1', page, moment);
    if (pageIsSent) await keepPageProgress(db, 's1', page.sha256, { sent: 8, whole: true });
    await recordSubmission(db, 's1', { auto: false, confirmed: true }, moment);
  }
  const receive = () =>
    recordAcked(db, 's1', standing({ acked: 4, state: 'submitted' }), { receipt, score: [] });

  it('holds no question, answer or page once the receipt is here, and keeps the receipt until sign-out', async () => {
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

  it('loses nothing that the server lacks, neither when old papers are cleared nor at sign-out (rule 2)', async () => {
    await sitWith(false);
    await recordAcked(db, 's1', standing({ acked: 4 }), { receipt: null, score: [] });
    const before = await everything();
    await forgetOldPapers(db);
    expect(await everything()).toEqual(before);
    await forgetPeople(db);
    expect(await everything()).toEqual({ ...before, facts: ['clock', 'device'] });
  });

  it('is cleared of what an older app left behind', async () => {
    await sitWith(true);
    await recordAcked(db, 's1', standing({ acked: 4, state: 'submitted' }));
    await db.sittings.update('s1', { receipt });
    await forgetOldPapers(db);
    expect(await everything()).toMatchObject({ sittings: ['s1'], papers: ['s1'] });
    expect(await answersOf(db, 's1')).toEqual([]);
    expect(await db.pages.count()).toBe(0);
  });

  it('is cleared of a sitting that ended on another phone once nothing of it waits here (rule 2)', async () => {
    const papers = async () => (await readPaper(db, 's1'))?.questions.length;
    const ended = { state: 'submitted', epoch: 2 } as const;
    await answer('q1', 'OptionOne');
    await recordAcked(db, 's1', standing({ ...ended, acked: 1 }));
    await forgetOldPapers(db);
    expect(await papers()).toBe(1);
    await recordAcked(db, 's1', standing({ ...ended, state: 'open', acked: 2 }));
    await forgetOldPapers(db);
    expect(await papers()).toBe(1);
    await recordAcked(db, 's1', standing({ ...ended, acked: 2 }));
    // A submission of this phone must be sent, or given up, before its answers are deleted.
    const handIn = { seq: 2, auto: false, confirmed: true, at: START, elapsed: 0 };
    await db.sittings.update('s1', { handIn });
    await forgetOldPapers(db);
    expect(await papers()).toBe(1);
    await dropSubmission(db, 's1');
    await forgetOldPapers(db);
    expect(await papers()).toBe(0);
  });

  it('shows the server’s answers when a proctor reopens a received sitting', async () => {
    await sitWith(true);
    await receive();
    const answers = [{ qid: 'q1', answer: 'OptionOne' }];
    await openOn(db, { answers });
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

  it('includes a page of which a piece is missing, even when every event is acknowledged', async () => {
    await recordPage(db, 's1', page('a'), moment);
    await recordAcked(db, 's1', standing({ acked: 2 }));
    expect(await owed()).toMatchObject({ acts: 0, pages: 1, submission: false, all: 1 });
    await keepPageProgress(db, 's1', page('a').sha256, { sent: 4, whole: false });
    expect(await owed()).toMatchObject({ all: 1 });
    await keepPageProgress(db, 's1', page('a').sha256, { sent: 8, whole: true });
    expect(await owed()).toMatchObject({ all: 0 });
  });

  it('includes a page that the server refused, for as long as the answer names it', async () => {
    await recordPage(db, 's1', page('a'), moment);
    await keepPageProgress(db, 's1', page('a').sha256, { refusal: 'No picture.' });
    await recordAcked(db, 's1', standing({ acked: 2 }));
    expect(await owed()).toMatchObject({ pages: 1, all: 1 });
    await recordEvent(db, 's1', { type: 'documents', answer: '' }, moment);
    await recordAcked(db, 's1', standing({ acked: 3 }));
    expect(await owed()).toMatchObject({ all: 0 });
  });

  it('includes the submission, even after its event is acknowledged, until the receipt', async () => {
    await recordSubmission(db, 's1', { auto: false, confirmed: true }, moment);
    expect(await owed()).toMatchObject({ acts: 2, pages: 0, submission: true, all: 2 });
    await recordAcked(db, 's1', standing({ acked: 2 }));
    expect(await owed()).toMatchObject({ acts: 0, pages: 0, submission: true, all: 1 });
    await recordAcked(db, 's1', standing({ acked: 2 }), { receipt, score: [] });
    expect(await owed()).toMatchObject({ all: 0 });
  });

  it('no longer includes the submission or a refused page once another device has the turn', async () => {
    await recordPage(db, 's1', page('a'), moment);
    await keepPageProgress(db, 's1', page('a').sha256, { refusal: 'No picture.' });
    await recordSubmission(db, 's1', { auto: false, confirmed: true }, moment);
    await recordAcked(db, 's1', standing({ acked: 3 }));
    expect(await owed()).toMatchObject({ pages: 1, submission: true, all: 2 });
    await recordAcked(db, 's1', standing({ acked: 3, epoch: 2 }));
    expect(await owed()).toMatchObject({ pages: 0, submission: false, all: 0 });
  });
});
