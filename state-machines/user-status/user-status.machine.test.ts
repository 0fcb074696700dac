import { describe, expect, it } from 'vitest';
import { statuses, type UserStatus } from '#contract/wire/users.ts';
import { homeOf, mayApply } from './status.ts';
import { type StatusEvent, statusAfter } from './user-status.machine.ts';

const table: Record<UserStatus, Record<StatusEvent['type'], UserStatus>> = {
  Registered: { PAID: 'Fees Paid', SUBMITTED: 'Registered', REOPENED: 'Registered' },
  'Fees Paid': { PAID: 'Fees Paid', SUBMITTED: 'Completed', REOPENED: 'Fees Paid' },
  Completed: { PAID: 'Completed', SUBMITTED: 'Completed', REOPENED: 'Fees Paid' },
};

describe('the status of a candidate', () => {
  for (const status of statuses) {
    for (const event of ['PAID', 'SUBMITTED', 'REOPENED'] as const) {
      it(`${status} after ${event} is ${table[status][event]}`, () => {
        expect(statusAfter(status, event)).toBe(table[status][event]);
      });
    }
  }

  it('decides the page after sign-in, except for staff, who go to their own page', () => {
    const home = (status: UserStatus) => homeOf({ uid: 'AB12345', role: 'candidate', status });
    expect(statuses.map(home)).toEqual(['/jobs', '/paymentresponse', '/examresult']);
    expect(homeOf({ uid: 'SuperAdmin', role: 'admin', status: 'Registered' })).toBe(
      '/adminexammanager',
    );
    expect(homeOf({ uid: 'AD12345', role: 'admin', status: 'Registered' })).toBe(
      '/adminexammanager',
    );
    expect(homeOf({ uid: 'PR12345', role: 'proctor', status: 'Registered' })).toBe('/proctor');
  });

  it('hides Apply Now from candidates who have paid or completed, and from staff', () => {
    const may = (status: UserStatus) => mayApply({ uid: 'AB12345', role: 'candidate', status });
    expect(statuses.map(may)).toEqual([true, false, false]);
    expect(mayApply(null)).toBe(true);
    expect(mayApply({ uid: 'PR12345', role: 'proctor', status: 'Registered' })).toBe(false);
  });
});
