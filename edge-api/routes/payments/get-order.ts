// GET payment/orders/:orderId.
import * as z from 'zod/mini';
import { orderReplySchema } from '#contract/site/payments.ts';
import { orderIdSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { readOrder } from '../../services/payments/read-order.ts';

export const getOrder = endpoint(
  {
    method: 'get',
    path: '/payment/orders/:orderId',
    who: 'anyone',
    summary:
      'What became of an order. An exam’s order is told to its candidate and the administrator, a course’s to whoever knows its id.',
    params: z.object({ orderId: orderIdSchema }),
    reply: orderReplySchema,
    problems: ['not-found', 'signed-out', 'forbidden'],
  },
  ({ deps, caller, params }) => readOrder(deps, caller, params.orderId),
);
