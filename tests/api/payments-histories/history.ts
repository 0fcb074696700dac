// One random history of a payment: a person pays, declines, and pays again on an older page. The browser comes back
// once, twice or never; webhooks come in any order and number. The timer, the person's page and the administrator ask
// the gateway. Money is refunded. Two processes do all this side by side, and die anywhere. Once nothing more happens,
// the books must agree. The same seed makes the same history.
import type { Deps } from '#api/deps.ts';
import { newReference } from '#api/gateways/payment/port.ts';
import { Problem } from '#api/problem.ts';
import { newId } from '#api/services/new-id.ts';
import { takeReturn, takeWebhook } from '#api/services/payments/read-order.ts';
import {
  checkOrder,
  reconcileDue,
  reconcileOpenOrders,
} from '#api/services/payments/reconcile-open.ts';
import { requestRefund } from '#api/services/payments/request-refund.ts';
import { startApplicationPayment, startExamPayment } from '#api/services/payments/start-payment.ts';
import { applications } from '#db/schema/money.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { START } from '#tests/support/api.ts';
import { type Chance, chanceFrom } from '#tests/support/random.ts';
import { hdfcConfig } from '../gateway-servers.ts';
import {
  type BankHall,
  Crash,
  honestPlan,
  type Plan,
  type Process,
  startProcess,
} from './bank-hall.ts';
import { checkBooks, ordersOf, type Payer } from './check-books.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Chosen around the product's times: a page is reused for 15 minutes; the timer waits 30 s, 2, 5, 15 min, then an hour. */
const JUMPS = [SECOND, 30 * SECOND, 5 * MINUTE, 16 * MINUTE, 2 * HOUR];
const TROUBLES = [
  'none',
  'none',
  'none',
  'pending',
  'late-success',
  'lost-return',
  'forged-return',
  'wrong-amount',
  'short-payment',
] as const;

type World = {
  hall: BankHall;
  chance: Chance;
  payer: Payer;
  /** Open payment pages, as paths at the bank. */
  pages: string[];
  /** Return queries that browsers hold. */
  returns: Record<string, string>[];
  wishes: { orderId: string; requestId: string; amountPaise: number; reason: string }[];
};

/** @throws Error that names the seed and what doesn't agree */
export async function runHistory(
  hall: BankHall,
  seed: number,
  plan: Plan = honestPlan,
): Promise<void> {
  const chance = chanceFrom(seed);
  // A day within twenty years, so that some histories cross a 31 March. An invoice number doesn't name the century.
  hall.api.clock.now = START + chance.below(20 * 365) * DAY;
  const world: World = {
    hall,
    chance,
    payer: await newPayer(hall, chance),
    pages: [],
    returns: [],
    wishes: [],
  };
  const processes = [startProcess(hall, chance, plan), startProcess(hall, chance, plan)];
  try {
    for (let acts = 3 + chance.below(8); acts > 0; acts -= 1) {
      const atOnce = chance.percent(40) ? 2 + chance.below(2) : 1;
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          const which = chance.below(2);
          const process = processes[which] as Process;
          if (chance.percent(35)) process.dieAfter(chance.below(16));
          await act(world, process);
        }),
      );
      processes.forEach((process, which) => {
        if (process.isDead()) processes[which] = startProcess(hall, chance, plan);
      });
      if (chance.percent(50)) hall.api.clock.now += chance.pick(JUMPS);
    }
    await goQuiet(world, plan);
    await checkBooks(hall, world.payer);
  } catch (error) {
    throw new Error(`history ${seed}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

async function newPayer({ api, examId }: BankHall, chance: Chance): Promise<Payer> {
  const { orm } = api.deps.db;
  const id = newId();
  if (chance.percent(25)) {
    await orm.insert(applications).values({
      id,
      name: 'Ravi Kumar',
      email: 'ravi@example.in',
      phone: '9876543210',
      course: 'US CMA',
      amountPaise: 100_000,
      createdAt: new Date(api.clock.now),
    });
    return { kind: 'course', applicationId: id };
  }
  const uid = id.toUpperCase();
  await orm.insert(users).values({
    uid,
    role: 'candidate',
    fullName: 'Asha Rao',
    passwordHash: '',
    currentEnrolmentId: id,
  });
  await orm.insert(enrolments).values({ id, uid, examId });
  return { kind: 'exam', uid, enrolmentId: id };
}

async function act(world: World, process: Process): Promise<void> {
  const { chance } = world;
  const deal = chance.below(100);
  try {
    if (deal < 25) await startPaying(world, process.deps);
    else if (deal < 50) await atTheBank(world);
    else if (deal < 65) await comeBack(world, process.deps);
    else if (deal < 75) await webhook(world, process.deps);
    else if (deal < 85) await reconcileDue(process.deps);
    else if (deal < 90) await reconcileOpenOrders(process.deps, whose(world.payer));
    else await atTheDesk(world, process.deps);
  } catch (error) {
    // A refusal is a valid answer, and a dead process gives none. Anything else is a finding.
    if (!(error instanceof Problem) && !(error instanceof Crash)) throw error;
  }
}

const whose = (payer: Payer) =>
  payer.kind === 'exam' ? { uid: payer.uid } : { applicationId: payer.applicationId };

async function startPaying({ hall, payer, pages }: World, deps: Deps): Promise<void> {
  const { payment_url } =
    payer.kind === 'exam'
      ? await startExamPayment(deps, payer.uid, hall.examId)
      : await startApplicationPayment(deps, { customer_id: payer.applicationId });
  pages.push(new URL(payment_url).pathname);
}

async function atTheBank({ hall, chance, pages, returns }: World): Promise<void> {
  if (pages.length === 0) return;
  const form = new URLSearchParams({
    act: chance.percent(75) ? 'pay' : chance.pick(['decline', 'cancel']),
    trouble: chance.pick(TROUBLES),
    answers: String(1 + chance.below(3)),
  });
  const answer = await hall.bank.request(chance.pick(pages), { method: 'POST', body: form });
  const location = answer.headers.get('location');
  if (location !== null) returns.push(Object.fromEntries(new URL(location).searchParams));
}

async function comeBack({ chance, payer, returns }: World, deps: Deps): Promise<void> {
  if (returns.length > 0) await takeReturn(deps, payer.kind, chance.pick(returns));
}

async function webhook({ hall, chance, payer }: World, deps: Deps): Promise<void> {
  const orders = await ordersOf(hall, payer);
  if (orders.length === 0) return;
  const { user, password } = hdfcConfig.webhook ?? { user: '', password: '' };
  const secret = chance.percent(90) ? password : 'wrong';
  await takeWebhook(
    deps,
    new Headers({ authorization: `Basic ${btoa(`${user}:${secret}`)}` }),
    JSON.stringify({ content: { order: { order_id: chance.pick(orders).reference } } }),
  );
}

async function atTheDesk({ hall, chance, payer, wishes }: World, deps: Deps): Promise<void> {
  const orders = await ordersOf(hall, payer);
  if (orders.length === 0) return;
  const { orderId, amountPaise } = chance.pick(orders);
  if (chance.percent(40)) return checkOrder(deps, 'SuperAdmin', orderId);
  // A refund request whose answer got lost is sent again under its id.
  if (wishes.length === 0 || chance.percent(60))
    wishes.push({
      orderId,
      requestId: newReference(),
      amountPaise: chance.pick([amountPaise, amountPaise / 2, 1, amountPaise + 1]),
      reason: 'as a test',
    });
  await requestRefund(deps, 'SuperAdmin', chance.pick(wishes));
}

/** From now on nobody acts and nothing fails: only the timer asks, until nothing is open. */
async function goQuiet(world: World, plan: Plan): Promise<void> {
  const { hall, chance } = world;
  const { deps } = startProcess(hall, { ...chance, percent: () => false }, plan);
  for (let round = 0; round < 4; round += 1) {
    hall.api.clock.now += HOUR;
    await askUntilNoneIsDue(world, deps);
  }
  for (let round = 0; round < 2; round += 1) {
    hall.api.clock.now += 8 * DAY;
    await askUntilNoneIsDue(world, deps);
  }
}

/** The timer skips an order that a dying process still holds, and comes back later. Here it comes back at once. */
async function askUntilNoneIsDue({ hall, payer }: World, deps: Deps): Promise<void> {
  for (let times = 0; times < 1_000; times += 1) {
    while ((await reconcileDue(deps)) > 0);
    const due = (await ordersOf(hall, payer)).filter(
      ({ nextCheckAt }) => nextCheckAt !== null && nextCheckAt.getTime() <= hall.api.clock.now,
    );
    if (due.length === 0) return;
  }
}
