// GET receipts/:code, and the public keys at a well-known address: a receipt is checked by anyone, without an account.
import * as z from 'zod/mini';
import { receiptCheckSchema, receiptCodeSchema } from '#contract/site/receipts.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { checkReceipt } from '../../services/receipts/check-receipt.ts';

export const getReceiptCheck = endpoint(
  {
    method: 'get',
    path: '/receipts/:code',
    who: 'anyone',
    summary:
      'Whether a receipt is genuine, by its short code: when it was given and for which exam. No name, no answer.',
    params: z.object({ code: receiptCodeSchema }),
    reply: receiptCheckSchema,
    problems: ['not-found', 'throttled'],
  },
  ({ deps, params, address }) => checkReceipt(deps, params.code, address),
);

export const getReceiptKeys = endpoint(
  {
    method: 'get',
    path: '/.well-known/pariksha-receipts.json',
    who: 'anyone',
    summary: 'The public keys that check a receipt’s long form, as a JWK set.',
    reply: z.object({ keys: z.array(z.record(z.string(), z.string())) }),
  },
  async ({ deps }) =>
    Response.json(deps.keys.receiptKeys, {
      headers: {
        'cache-control': 'public, max-age=86400',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      },
    }),
);
