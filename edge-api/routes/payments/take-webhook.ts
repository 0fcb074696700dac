// POST payment/webhook.
import { successReplySchema } from '#contract/wire/users.ts';
import { readBytes } from '../../middleware/body.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { takeWebhook } from '../../services/payments/take-news.ts';

const LIMIT = 256_000;

export const postPaymentWebhook = endpoint(
  {
    method: 'post',
    path: '/payment/webhook',
    who: 'gateway',
    summary:
      'The gateway tells that something happened to an order (HTTP basic authentication); the order’s status is then asked of it.',
    reply: successReplySchema,
    problems: ['forbidden', 'too-large', 'invalid'],
  },
  async ({ deps, request }) =>
    takeWebhook(deps, request.headers, new TextDecoder().decode(await readBytes(request, LIMIT))),
);
