import { afterAll, beforeAll, describe, it } from 'vitest';
import { seeds } from '#tests/support/random.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { checkSchedules } from './check-schedules.ts';
import { type Hall, openHall } from './hall.ts';

let hall: Hall;
beforeAll(async () => {
  hall = await openHall(await migratedPostgresUrl());
});
afterAll(() => hall.api.close());

describe('the outbox against the API on PostgreSQL', () => {
  it('loses no act and ends with the candidate’s last acts, on any network [SY1][AT4]', () =>
    checkSchedules(hall, seeds({ kept: 60, fresh: 40 }), 'PostgreSQL'));
});
