// GET receipts/:code, and the public keys at a well-known address: anyone can check a receipt, without an account.
import * as z from 'zod/mini';
import { receiptCheckSchema, receiptCodeSchema } from '#contract/site/receipts.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { publicKeys } from '../../services/cells/cells.ts';
import { checkReceipt } from '../../services/receipts/receipts.ts';

export const getReceiptCheck = endpoint(
  {
    route: 'get /receipts/:code',
    who: 'anyone',
    summary:
      'Whether a receipt is genuine, by its short code: when it was given and for which exam. No name, no answer. A code that is unknown here is asked of the cells, unless of=here.',
    params: z.object({ code: receiptCodeSchema }),
    query: z.object({ of: z.optional(z.literal('here')) }),
    reply: receiptCheckSchema,
    problems: ['not-found', 'throttled', 'unavailable'],
  },
  ({ deps, params, query, address }) =>
    checkReceipt(deps, params.code, { address, asksCells: query.of !== 'here' }),
);

export const getReceiptKeys = endpoint(
  {
    route: 'get /.well-known/pariksha-receipts.json',
    who: 'anyone',
    summary:
      'The public keys that check a receipt’s long form, as a JWK set: this server’s own, and with `cell` those of its cells.',
    reply: z.object({ keys: z.array(z.record(z.string(), z.string())) }),
  },
  async ({ deps }) =>
    Response.json(await publicKeys(deps), {
      headers: {
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      },
    }),
);
