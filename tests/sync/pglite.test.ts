import { afterAll, beforeAll, describe, it } from 'vitest';
import { seeds } from '#tests/support/random.ts';
import { checkSchedules } from './check-schedules.ts';
import { type Hall, openHall } from './hall.ts';
import { runSchedule } from './schedule.ts';

let hall: Hall;
beforeAll(async () => {
  hall = await openHall();
});
afterAll(() => hall.api.close());

describe('the outbox against the API on the embedded database', () => {
  it('loses no act and ends with the candidate’s last acts, on any network [SY1][AT4]', () =>
    checkSchedules(hall, seeds({ kept: 6, fresh: 4 }), 'PGlite'));

  it('tests what is shown on the phone that knows its turn, not on one that never heard of its turn [AT13]', () =>
    runSchedule(hall, 863_428_682));

  it('accepts a text under the turn reserved for a phone beforehand, when the phone never heard of its later turn [AT14]', () =>
    runSchedule(hall, 730_506_450));
});
