import { afterAll, beforeAll, describe, it } from 'vitest';
import { seeds } from '#tests/support/random.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { type BankHall, openBankHall } from './bank-hall.ts';
import { checkHistories } from './check-histories.ts';

let hall: BankHall;
beforeAll(async () => {
  hall = await openBankHall(await migratedPostgresUrl());
});
afterAll(() => hall.api.close());

describe('payments on PostgreSQL, where two processes truly run side by side', () => {
  it('end as paid exactly when the gateway charged, with each rupee on one order and one invoice per success', () =>
    checkHistories(hall, seeds({ kept: 60, fresh: 40 }), 'PostgreSQL'));
});
