import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  type DeskOrder,
  type DeskOrderDetail,
  refundRequestSchema,
} from '#contract/desk/payment-desk.ts';
import type { ProblemBody } from '#contract/wire/problems.ts';
import { createApi } from '#web/shared/http.ts';
import { refundInTurn, sortOut, sumOf, type Wish } from './refund-in-turn.ts';

const at = '2026-03-02T06:30:00.000Z';

function order(name: string, changed: Partial<DeskOrder> = {}): DeskOrder {
  return {
    order_id: `EXAM-${name}`,
    reference: `R${name}`,
    kind: 'exam',
    uid: `U${name}`,
    name,
    email: '',
    phone: '',
    item: 'Shift 2',
    examId: 'exam2',
    amount: 500,
    refunded: 0,
    status: 'success',
    reason: null,
    transaction: `T${name}`,
    officeInvoice: null,
    invoice: 'NT/25-26/000001',
    createdAt: at,
    settledAt: at,
    ...changed,
  };
}

const wishesFor = (...names: string[]) =>
  sortOut({ orders: names.map((name) => order(name)) }).wishes;

type Asked = { name: string; requestId: string; amount: number; examId?: string | undefined };
type Answer = 'refunded' | 'bank-refuses' | 'without' | 'lost' | ProblemBody;

const problem = (code: ProblemBody['code'], retry: ProblemBody['retry']): ProblemBody => ({
  code,
  retry,
  error: `It is ${code}.`,
  requestId: 'r',
});

/** A server that gives the listed answers for each name in turn, and then always succeeds. */
function serverWith(answers: Readonly<Record<string, readonly Answer[]>> = {}) {
  const asked: Asked[] = [];
  const api = createApi(
    async (url, init) => {
      const name = /EXAM-(\w+)/.exec(url)?.[1] ?? '';
      const before = asked.filter((each) => each.name === name).length;
      const body = refundRequestSchema.parse(JSON.parse(z.string().parse(init.body)));
      asked.push({ name, ...body });
      const answer = answers[name]?.[before] ?? 'refunded';
      if (answer === 'lost') throw new TypeError('Failed to fetch');
      if (typeof answer !== 'string') return Response.json(answer, { status: 409 });
      const detail: DeskOrderDetail = {
        ...order(name),
        nextCheckAt: null,
        enrolment: 'Fees Paid',
        refunds: [
          {
            id: answer === 'without' ? 'ANOTHERREFUNDXYZ' : body.requestId,
            amount: body.amount,
            status: answer === 'refunded' ? 'pending' : 'failed',
            reason: body.reason,
            requestedBy: 'SuperAdmin',
            gatewayReason: answer === 'refunded' ? null : 'account closed',
            at,
            settledAt: null,
          },
        ],
        history: [],
      };
      return Response.json(detail);
    },
    () => null,
  );
  return { api, asked };
}

async function run(wishes: readonly Wish[], server: ReturnType<typeof serverWith>, most = 100) {
  const now = new Map(wishes.map((wish) => [wish.order.name, wish]));
  let told = 0;
  const halted = await refundInTurn(wishes, {
    over: server.api,
    reason: 'The hall is flooded.',
    isStopped: () => told >= most,
    told: (wish) => {
      told += 1;
      now.set(wish.order.name, wish);
    },
  });
  const after = [...now.values()];
  return { halted, after, states: after.map(({ state }) => state).join(' ') };
}

it('orders that can’t be refunded in full are left out, each with its reason, and the others are added up to the paisa [decision 14]', () => {
  const { wishes, leftOut } = sortOut({
    orders: [
      order('Asha', { amount: 0.1 }),
      order('Bela', { amount: 0.2 }),
      order('Chitra', { status: 'refunded', refunded: 500 }),
      order('Deepa', { refunded: 500 }),
      order('Esha', { refunded: 0.01 }),
      order('Farah', { status: 'pending' }),
      order('Gita', { status: 'failed' }),
      order('Gita', { status: 'failed', order_id: 'EXAM-Gita-again' }),
      order('Hema', { status: 'review' }),
      order('Ila', { officeInvoice: 'INV-1' }),
      order('Jaya', { amount: 0 }),
    ],
    without: ['Kavya (UKavya)'],
  });
  expect(wishes.map(({ order: { name } }) => name)).toEqual(['Asha', 'Bela']);
  expect(sumOf(wishes)).toBe(0.3);
  expect(leftOut).toEqual([
    { why: 'Already refunded, or on its way back', names: ['Chitra (UChitra)', 'Deepa (UDeepa)'] },
    { why: expect.stringContaining('Partly refunded'), names: ['Esha (UEsha)'] },
    { why: expect.stringContaining('The bank hasn’t decided yet'), names: ['Farah (UFarah)'] },
    { why: 'Not paid', names: ['Gita (UGita)'] },
    { why: expect.stringContaining('Needs a look'), names: ['Hema (UHema)'] },
    { why: expect.stringContaining('by invoice'), names: ['Ila (UIla)'] },
    { why: 'Free of charge', names: ['Jaya (UJaya)'] },
    { why: 'No payment was started', names: ['Kavya (UKavya)'] },
  ]);
});

it('each order is refunded in turn, in full, for the exam that it was listed under', async () => {
  const server = serverWith();
  const { states, halted } = await run(wishesFor('A', 'B', 'C'), server);
  expect([states, halted]).toEqual(['refunded refunded refunded', null]);
  expect(server.asked).toMatchObject(
    ['A', 'B', 'C'].map((name) => ({ name, amount: 500, examId: 'exam2' })),
  );
});

it('a refund is asked for again under the same id after a lost answer, and under a new id after the bank refused it [decision 14]', async () => {
  const server = serverWith({ A: ['lost'], B: ['bank-refuses'] });
  const first = await run(wishesFor('A', 'B', 'C'), server);
  expect(first.states).toBe('failed failed refunded');
  expect(first.after).toMatchObject([
    { why: 'The bank didn’t reply, so it may or may not have been refunded.' },
    { why: 'The bank refused to send it back. It says: account closed.' },
    { why: '' },
  ]);
  expect((await run(first.after, server)).states).toBe('refunded refunded refunded');
  const idsOf = (name: string) =>
    new Set(server.asked.filter((each) => each.name === name).map(({ requestId }) => requestId));
  expect(['A', 'B', 'C'].map((name) => idsOf(name).size)).toEqual([1, 2, 1]);
  expect(server.asked.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'A', 'B']);
});

it('takes a reply without the refund that was asked for as none, and asks again under the same id [decision 14]', async () => {
  const server = serverWith({ A: ['without'] });
  const first = await run(wishesFor('A'), server);
  expect(first.after).toMatchObject([
    { state: 'failed', why: 'The bank didn’t reply, so it may or may not have been refunded.' },
  ]);
  expect((await run(first.after, server)).states).toBe('refunded');
  expect(new Set(server.asked.map(({ requestId }) => requestId)).size).toBe(1);
});

it('refunding goes on after a refusal, shows what the server says, and never asks again for a permanently refused order', async () => {
  const gone = { ...problem('invalid', 'never'), fields: { amount: 'The full amount is back.' } };
  const moved = problem('changed-meanwhile', 'never');
  const server = serverWith({ A: [gone], B: [moved] });
  const { after, states, halted } = await run(wishesFor('A', 'B', 'C'), server);
  expect([states, halted]).toEqual(['refused refused refunded', null]);
  expect(after).toMatchObject([
    { why: 'The full amount is back.' },
    { why: 'It is changed-meanwhile.' },
    {},
  ]);
  await run(after, server);
  expect(server.asked.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
});

it('refunding stops when three orders in a row get no answer, and then continues with those never asked for', async () => {
  const server = serverWith({ A: ['lost', 'lost'], C: ['lost'], D: ['lost'], E: ['lost'] });
  const first = await run(wishesFor('A', 'B', 'C', 'D', 'E', 'F'), server);
  expect(first.states).toBe('failed refunded failed failed failed open');
  // The message isn't about a single order, because it stands beside how many were refunded.
  expect(first.halted).toBe('Three orders in a row couldn’t be refunded.');
  const second = await run(first.after, server);
  expect([second.states, second.halted]).toEqual([
    'failed refunded refunded refunded refunded refunded',
    null,
  ]);
  expect(server.asked.map(({ name }) => name).join('')).toBe('ABCDEFACDE');
});

it('refunding stops at once when it is told to or when the session has ended, with no refund in doubt', async () => {
  const stopped = await run(wishesFor('A', 'B', 'C'), serverWith(), 1);
  expect([stopped.states, stopped.halted]).toEqual(['refunded open open', null]);
  const ended = serverWith({ B: [problem('signed-out', 'after-sign-in')] });
  const { states, halted } = await run(wishesFor('A', 'B', 'C'), ended);
  expect([states, halted]).toEqual(['refunded open open', 'It is signed-out.']);
});
