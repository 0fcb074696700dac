// GET payments/:orderId/receipt.
import * as z from 'zod/mini';
import { readReceipt } from '#api/services/payments/read-order.ts';
import { receiptSchema } from '#contract/site/payments.ts';
import { orderIdSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';

export const getReceipt = endpoint(
  {
    method: 'get',
    path: '/payments/:orderId/receipt',
    who: 'anyone',
    summary:
      'The tax invoice of a paid order, as it was issued. An exam’s is for its candidate and the administrator, a course’s for whoever knows the order’s id.',
    params: z.object({ orderId: orderIdSchema }),
    reply: receiptSchema,
    problems: ['not-found', 'signed-out', 'forbidden'],
  },
  ({ deps, caller, params }) => readReceipt(deps, caller, params.orderId),
);
