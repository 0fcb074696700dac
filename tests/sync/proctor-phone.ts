// A proctor's phone with nothing on it, for tests of what it keeps.
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { User } from '#contract/wire/users.ts';
import { HallDb } from '#web/proctor/local-db/hall-db.ts';
import { storeSession } from '#web/shared/session.ts';

class Storage extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
}

const proctor = (uid: string): User => ({
  uid,
  role: 'proctor',
  fullName: 'Ravi Nair',
  email: 'ravi@example.com',
  mobile: '9876543210',
  status: 'Registered',
  examID: null,
  examStatus: null,
  score: [],
  TxnID: null,
  mustChangePassword: false,
});

export const signInProctor = (uid: string) =>
  storeSession({ user: proctor(uid), token: `token of ${uid}` });

export const emptyHallDb = () => new HallDb({ indexedDB: new IDBFactory(), IDBKeyRange });

/** With P1 signed in. */
export function proctorPhone(): HallDb {
  vi.stubGlobal('localStorage', new Storage());
  vi.stubGlobal('sessionStorage', new Storage());
  signInProctor('P1');
  return emptyHallDb();
}
