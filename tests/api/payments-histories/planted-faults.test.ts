// A suite that finds nothing proves nothing. So each fault that the rules should prevent is planted here, and the suite
// must find it within a few histories.
import { describe, expect, it } from 'vitest';
import { newReference } from '#api/gateways/payment/port.ts';
import type { Database, Orm } from '#db/client.ts';
import { invoiceCounters, orders } from '#db/schema/money.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { type BankHall, honestPlan, openBankHall, type Plan } from './bank-hall.ts';
import { checkNumbers } from './check-books.ts';
import { runHistory } from './history.ts';

/** The most histories for one fault. Each fault is found within thirty or so. */
const HISTORIES = 300;

/** Runs on PostgreSQL, whose transactions don't wait for one another unless told to. */
async function firstFinding(plan: Plan): Promise<string | null> {
  const hall: BankHall = await openBankHall(await migratedPostgresUrl());
  try {
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      await runHistory(hall, seed, plan);
      await checkNumbers(hall);
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await hall.api.close();
  }
}

/** Replaces part of the real transaction. */
const inTransactions =
  (change: (tx: Orm, outside: Orm) => Orm): Plan['database'] =>
  (db): Database => ({
    ...db,
    transaction: (act) => db.transaction((tx) => act(change(tx, db.orm))),
  });

/** @param change turns the values written to an order into those that the fault writes */
const changingOrders = (
  change: (values: { settledAt?: Date | null }) => object,
): Plan['database'] =>
  inTransactions(
    (tx) =>
      new Proxy(tx, {
        get: (target, name) => {
          if (name !== 'update') return Reflect.get(target, name);
          return (table: Parameters<Orm['update']>[0]) => {
            const update = target.update(table);
            if (table !== orders) return update;
            return { set: (values: { settledAt?: Date | null }) => update.set(change(values)) };
          };
        },
      }),
  );

/** References of orders that have failed once; all processes of a planted fault share it. */
const failed = new Set<string>();

const faults: [title: string, fault: Partial<Plan>, finding: RegExp][] = [
  [
    'taking any amount for the right one',
    {
      gateway: (gateway) => ({
        ...gateway,
        async orderStatus(key) {
          const status = await gateway.orderStatus(key);
          const told = status.amountPaise ?? 0;
          const right = told > 60_000 ? 100_000 : 50_000;
          return { ...status, amountPaise: right, effectiveAmountPaise: right };
        },
      }),
    },
    /success without the right charge|invoice without the right charge/,
  ],
  [
    'closing an order without a transaction, so that a crash leaves half of it and nobody waits for the order',
    { database: (db) => ({ ...db, transaction: (act) => act(db.orm) }) },
    /paid without an invoice|the counter says|paid by|unique|duplicate|Failed query|another’s seat|never ends|settled at another time/,
  ],
  [
    'taking the invoice number outside the transaction',
    {
      database: inTransactions(
        (tx, outside) =>
          new Proxy(tx, {
            get: (target, name) => {
              if (name !== 'insert') return Reflect.get(target, name);
              return (table: Parameters<Orm['insert']>[0]) =>
                (table === invoiceCounters ? outside : target).insert(table);
            },
          }),
      ),
    },
    /the counter says/,
  ],
  [
    'sending a refund under a new id each time',
    {
      gateway: (gateway) => ({
        ...gateway,
        refund: (request) => gateway.refund({ ...request, requestId: newReference() }),
      }),
    },
    /sent back|never ends|for ever|and \d+ went back/,
  ],
  [
    'believing the gateway that a failed payment stays failed',
    {
      gateway: (gateway) => ({
        ...gateway,
        async orderStatus(key) {
          const status = await gateway.orderStatus(key);
          if (status.state === 'failed') failed.add(key.reference);
          return failed.has(key.reference) ? { ...status, state: 'failed' } : status;
        },
      }),
    },
    /was charged and counts as failed/,
  ],
  [
    'never asking again about what is open',
    {
      database: changingOrders((values) => ({ ...values, nextCheckAt: null })),
    },
    /without a charge|was charged|pending when all is over/,
  ],
  [
    'rewriting when an order was settled each time that it is asked about',
    {
      database: (db) => {
        const written = new Set<number>();
        return changingOrders((values) => {
          const at = values.settledAt?.getTime();
          const isAgain = at !== undefined && written.has(at);
          if (at !== undefined) written.add(at);
          return isAgain ? { ...values, settledAt: new Date(at + 1) } : values;
        })(db);
      },
    },
    /was settled at another time/,
  ],
];

describe('the property suite finds', () => {
  it.each(faults)('%s', { timeout: 900_000 }, async (_title, fault, finding) => {
    expect(await firstFinding({ ...honestPlan, ...fault })).toMatch(finding);
  });
});
