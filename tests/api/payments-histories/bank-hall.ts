// The setting of payment histories: one database, the simulated gateway's own books, and API processes that share both.
// Each process can die between any two of its steps, or lose the gateway's answer.
import { setImmediate } from 'node:timers/promises';
import type { Hono } from 'hono';
import { pino } from 'pino';
import type { Deps } from '#api/deps.ts';
import { GatewayError } from '#api/gateways/gateway-call.ts';
import { createHdfcGateway } from '#api/gateways/payment/hdfc.ts';
import type { PaymentGateway } from '#api/gateways/payment/port.ts';
import { createSimulatedGateway } from '#api/gateways/payment/simulated/app.ts';
import { createMemoryStore, type SimulatedStore } from '#api/gateways/payment/simulated/store.ts';
import type { Database, Orm } from '#db/client.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import type { Chance } from '#tests/support/random.ts';
import { hdfcConfig } from '../gateway-servers.ts';

export type BankHall = {
  api: TestApi;
  /** The gateway as a browser sees it. */
  bank: Hono;
  /** The gateway's own record of orders and charges. */
  books: SimulatedStore;
  gateway: PaymentGateway;
  examId: string;
};

/** How a planted fault replaces an honest part. */
export type Plan = {
  gateway: (honest: PaymentGateway) => PaymentGateway;
  database: (honest: Database) => Database;
};
export const honestPlan: Plan = { gateway: (honest) => honest, database: (honest) => honest };

export async function openBankHall(databaseUrl?: string): Promise<BankHall> {
  const clock: { now: () => number } = { now: () => 0 };
  const books = createMemoryStore();
  const { webhook: _, ...shared } = hdfcConfig;
  const bank = createSimulatedGateway({
    ...shared,
    now: () => new Date(clock.now()),
    store: books,
    publicUrl: 'http://bank.test',
  });
  const gateway = createHdfcGateway(hdfcConfig, { fetch: (url, init) => bank.request(url, init) });
  const api = await startApi({ ...(databaseUrl ? { databaseUrl } : {}), payments: () => gateway });
  clock.now = () => api.clock.now;
  return { api, bank, books, gateway, examId: await api.makeExam({ pricePaise: 50_000 }) };
}

/** Thrown when a process dies. */
export class Crash extends Error {}

export type Process = {
  deps: Deps;
  /** The process dies at the step after this many more. */
  dieAfter(steps: number): void;
  isDead(): boolean;
};

const STATEMENTS = new Set<string | symbol>(['select', 'insert', 'update', 'delete', 'execute']);

/** The transaction, with a step before each statement at which the process may die. */
const dyingBetween = (tx: Orm, step: () => void): Orm =>
  new Proxy(tx, {
    get: (target, name) => {
      if (STATEMENTS.has(name)) step();
      return Reflect.get(target, name);
    },
  });

/** How many of a hundred gateway answers get lost, half of them after the gateway has acted. */
const LOST_ANSWERS = 6;

export function startProcess(hall: BankHall, chance: Chance, plan: Plan): Process {
  let fuse = Number.POSITIVE_INFINITY;
  let dead = false;
  const step = () => {
    if (fuse <= 0) dead = true;
    if (dead) throw new Crash('the process died');
    fuse -= 1;
  };
  /** Now and then lets the other process go first. */
  const pause = async () => {
    for (let turns = chance.below(3); turns > 0; turns -= 1) await setImmediate();
    step();
  };
  const db = plan.database(hall.api.deps.db);
  const lost = () => new GatewayError('timeout', { call: 'lost' });
  const asked =
    <In, Out>(call: (request: In) => Promise<Out>) =>
    async (request: In): Promise<Out> => {
      await pause();
      const trouble = chance.percent(LOST_ANSWERS) ? chance.pick(['before', 'after']) : 'none';
      if (trouble === 'before') throw lost();
      const answer = await call(request);
      await pause();
      if (trouble === 'after') throw lost();
      return answer;
    };
  const gateway = plan.gateway(hall.gateway);
  return {
    deps: {
      ...hall.api.deps,
      log: pino({ enabled: false }),
      payments: {
        ...gateway,
        createSession: asked(gateway.createSession),
        orderStatus: asked(gateway.orderStatus),
        refund: asked(gateway.refund),
      },
      db: {
        kind: db.kind,
        notify: db.notify,
        listen: db.listen,
        get orm() {
          step();
          return db.orm;
        },
        rows: async (statement, params) => {
          await pause();
          return db.rows(statement, params);
        },
        transaction: async (act) => {
          await pause();
          const result = await db.transaction(async (tx) => {
            const done = await act(dyingBetween(tx, step));
            step(); // before the commit
            return done;
          });
          await pause();
          return result;
        },
        close: db.close,
      },
    },
    dieAfter: (steps) => {
      fuse = steps;
    },
    isDead: () => dead,
  };
}
