import { beforeEach, expect, it, vi } from 'vitest';
import { readToken, readUser } from './session.ts';

const local = new Map<string, string>();
beforeEach(() =>
  vi.stubGlobal('localStorage', { getItem: (key: string) => local.get(key) ?? null }),
);
const keep = (record: unknown) => local.set('user', JSON.stringify(record));

it('recognises the user by uid and status, even if a record of another version lacks other fields', () => {
  keep({ uid: 'AB12345', status: 'Fees Paid', fullName: 'Asha Rao', examID: 'e1', score: null });
  expect(readUser()).toMatchObject({
    uid: 'AB12345',
    status: 'Fees Paid',
    role: 'candidate',
    fullName: 'Asha Rao',
    email: '',
    examID: 'e1',
    score: [],
    mustChangePassword: false,
  });
  expect(readToken()).toBeNull();
  keep({ uid: 'SuperAdmin', token: 't' });
  expect(readUser()?.uid).toBe('SuperAdmin');
  expect(readToken()).toBe('t');
});

it('takes a record without a uid for nobody', () => {
  for (const record of [{ status: 'Fees Paid', token: 't' }, 'AB12345', null]) {
    keep(record);
    expect(readUser()).toBeNull();
    expect(readToken()).toBeNull();
  }
});
