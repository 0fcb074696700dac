import { afterAll, beforeAll, describe, it } from 'vitest';
import { seeds } from '#tests/support/random.ts';
import { type BankHall, openBankHall } from './bank-hall.ts';
import { checkHistories } from './check-histories.ts';

let hall: BankHall;
beforeAll(async () => {
  hall = await openBankHall();
});
afterAll(() => hall.api.close());

describe('payments on the embedded database', () => {
  it('end as paid exactly when the gateway charged, with each rupee on one order and one invoice per success', () =>
    checkHistories(hall, seeds({ kept: 12, fresh: 8 }), 'PGlite'));
});
