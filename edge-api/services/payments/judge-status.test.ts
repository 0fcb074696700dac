import { expect, test } from 'vitest';
import { orderStates } from '#contract/site/payments.ts';
import type { OrderStatus } from '../../gateways/payment/port.ts';
import { judgeStatus } from './judge-status.ts';

const order = { reference: 'A1B2C3D4E5F6G7H8', amountPaise: 50_000, state: 'pending' as const };
const charged: OrderStatus = {
  state: 'charged',
  reference: order.reference,
  amountPaise: 50_000,
  effectiveAmountPaise: null,
  refundedPaise: 0,
  currency: 'INR',
  merchantId: 'nipuna',
  gatewayTxnId: 'nipuna-1',
  bankReference: null,
  rawStatus: 'CHARGED',
  reason: null,
  refunds: [],
};
const judge = (status: Partial<OrderStatus>, state: (typeof orderStates)[number] = 'pending') =>
  judgeStatus({ ...order, state }, { ...charged, ...status }, 'nipuna');

test('a charge of the order’s amount in rupees, with our reference and merchant id, is a success', () => {
  expect(judge({ reference: order.reference.toLowerCase() })?.state).toBe('success');
});

test.each<[string, Partial<OrderStatus>]>([
  ['order', { reference: 'OTHER' }],
  ['merchant', { merchantId: 'someone' }],
  ['merchant', { merchantId: null }],
  ['currency', { currency: 'USD' }],
  ['currency', { currency: null }],
  ['amount', { amountPaise: 49_999 }],
  ['amount', { amountPaise: 50_001 }],
  ['amount', { amountPaise: null }],
  ['amount', { effectiveAmountPaise: 49_900 }],
])('a charge with another %s is put under review: %o', (named, status) => {
  expect(judge(status)).toEqual({
    state: 'review',
    reason: `The bank’s answer differs from the order in: ${named}.`,
  });
});

test('a late answer undoes neither a success nor a refund, and only a person ends a review', () => {
  for (const state of ['charged', 'pending', 'failed', 'not-found'] as const) {
    expect(judge({ state }, 'success')).toBeNull();
    expect(judge({ state }, 'refunded')).toBeNull();
    expect(judge({ state }, 'review')).toBeNull();
  }
});

test('money that was returned in full is a refund, whatever state the order was in', () => {
  for (const state of orderStates.filter((each) => each !== 'refunded')) {
    expect(judge({ state: 'refunded' }, state)?.state).toBe('refunded');
  }
});

test('a failure has a reason, in the gateway’s words or in ours', () => {
  expect(judge({ state: 'failed', reason: 'The bank declined the payment.' })?.reason).toBe(
    'The bank declined the payment.',
  );
  expect(judge({ state: 'failed' })?.reason).toBe('The bank didn’t accept the payment.');
});
