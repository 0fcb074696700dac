import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#contract/wire/users.ts';
import { forgetPeople } from '#web/exam/local-db/forget.ts';
import { writeLocal } from '#web/shared/local-keys.ts';
import { clearSession, readToken, readUser, storeSession } from '#web/shared/session.ts';
import { LocalDb } from '../local-db/database.ts';
import { findSitting } from '../local-db/read-sitting.ts';
import { storeOpened } from '../local-db/store-opened.ts';
import { mirrorSitting, noteAsked, readBegun, readDone, wasAsked } from './mirror-storage.ts';
import { restoreSession, sessionNow } from './session-on-disk.ts';

class Storage extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
  removeItem = (key: string) => void this.delete(key);
}

const user: User = {
  uid: 'AB12345',
  role: 'candidate',
  fullName: 'Asha Rao',
  email: 'asha@example.com',
  mobile: '9876543210',
  status: 'Fees Paid',
  examID: 'e1',
  examStatus: null,
  score: [],
  TxnID: null,
  mustChangePassword: false,
};
const START = Date.parse('2026-11-21T05:00:00.000Z');

let local: Storage;
let db: LocalDb;
beforeEach(async () => {
  local = new Storage();
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', new Storage());
  db = new LocalDb({ indexedDB: new IDBFactory(), IDBKeyRange });
  storeSession({ user, token: 'token-1' });
  writeLocal('eid', 'e1');
  const [serverTime, deadline] = [START, START + 3_600_000].map((at) => new Date(at).toISOString());
  await storeOpened(
    db,
    user.uid,
    'phone-1',
    {
      acked: 0,
      serverTime: serverTime ?? '',
      signature: 'signed',
      deadline: deadline ?? '',
      state: 'open',
      epoch: 1,
      sittingId: 's1',
      examId: 'e1',
      examName: 'Assessment',
      task: '',
      format: 'MCQ',
      startedAt: serverTime ?? '',
      questions: [],
      answers: [],
      marked: [],
      documents: [],
      receipt: null,
    },
    { at: START, elapsed: 0 },
    { clock: { server: START, steady: 0, wall: START }, session: sessionNow() },
  );
});
afterEach(() => {
  db.close();
  vi.unstubAllGlobals();
});

describe('the candidate who is signed in', () => {
  it('is restored from the disk when localStorage still holds the state from before the fee was paid (rule 6)', async () => {
    storeSession({ user: { ...user, status: 'Registered' }, token: 'token-0' });
    await restoreSession(db);
    expect(readUser()).toMatchObject({ status: 'Fees Paid' });
    expect(readToken()).toBe('token-1');
  });

  it('stays whoever signed in meanwhile, whether or not they have paid', async () => {
    const other = { ...user, uid: 'CD67890', status: 'Registered' as const };
    storeSession({ user: other, token: 'token-2' });
    await restoreSession(db);
    expect(readUser()).toMatchObject(other);
  });

  it('is restored with user, token and exam when a dying battery lost localStorage (rule 6)', async () => {
    local.clear();
    expect(readUser()).toBeNull();
    await restoreSession(db);
    expect(readUser()).toMatchObject(user);
    expect(readToken()).toBe('token-1');
    expect(local.get('eid')).toBe('e1');
  });

  it('is restored with the marks of an exam begun or submitted, even if localStorage lost only these (rule 6)', async () => {
    local.clear();
    await restoreSession(db);
    expect(local.get('exam_end_e1')).toBe(String(START + 3_600_000));

    // The battery dies when the server has just acknowledged the submission.
    const handIn = { seq: 1, auto: false, confirmed: true, at: START, elapsed: 0 };
    await db.sittings.update('s1', { handIn });
    local.clear();
    storeSession({ user: { ...user, status: 'Completed' }, token: 'token-1' });
    await restoreSession(db);
    expect(local.get('exam_done_e1')).toBe('yes');
    expect(local.has('exam_end_e1')).toBe(false);
  });

  it('is not replaced when the fee is paid in localStorage too, because the disk may have an older token', async () => {
    storeSession({ user, token: 'token-2' });
    await restoreSession(db);
    expect(readToken()).toBe('token-2');
  });

  it('keeps an exam that was chosen since, and gets back the marks of an exam that only the browser names', async () => {
    local.clear();
    writeLocal('eid', 'e2');
    await restoreSession(db);
    expect(local.get('eid')).toBe('e2');
    storeSession({ user: { ...user, examID: null }, token: 'token-1' });
    writeLocal('eid', 'e1');
    local.delete('exam_end_e1');
    await restoreSession(db);
    expect(local.has('exam_end_e1')).toBe(true);
  });

  it('is nobody when only an exam was chosen', async () => {
    await forgetPeople(db);
    clearSession();
    writeLocal('eid', 'e1');
    await restoreSession(db);
    expect(readUser()).toBeNull();
    expect(local.has('exam_end_e1')).toBe(false);
  });

  it('is nobody after a sign-out, whatever was stored', async () => {
    await forgetPeople(db);
    clearSession();
    await restoreSession(db);
    expect(readUser()).toBeNull();
    expect(local.size).toBe(0);
  });

  it('stays whoever signed in since', async () => {
    storeSession({ user: { ...user, uid: 'CD67890' }, token: 'token-2' });
    await restoreSession(db);
    expect(readUser()?.uid).toBe('CD67890');
    expect(readToken()).toBe('token-2');
  });
});

describe('the marks in localStorage', () => {
  const which = { uid: user.uid, examId: 'e1' };
  const HOUR = 3_600_000;

  it('record for three hours that a start was asked for, by this candidate and of this exam only', () => {
    expect(wasAsked(which, START)).toBe(false);
    noteAsked(which, START);
    expect([wasAsked(which, START + 2 * HOUR), wasAsked(which, START + 3 * HOUR)]).toEqual([
      true,
      false,
    ]);
    expect(wasAsked({ ...which, uid: 'CD67890' }, START)).toBe(false);
    expect(wasAsked({ ...which, examId: 'e2' }, START)).toBe(false);
    noteAsked(which, null);
    expect(wasAsked(which, START)).toBe(false);
    expect([...local.keys()].filter((key) => key.startsWith('exam_asked'))).toEqual([]);
  });

  it('show a sitting that was submitted on another phone as done once nothing of it waits here [AT7]', async () => {
    await db.sittings.update('s1', { serverState: 'submitted', writerEpoch: 2 });
    const marks = async () => {
      const row = await findSitting(db, user.uid, 'e1');
      if (row) await mirrorSitting(db, row);
      return [readDone('e1'), readBegun('e1')];
    };
    expect(await marks()).toEqual([false, true]);
    await db.outbox.clear();
    expect(await marks()).toEqual([true, false]);
  });
});
