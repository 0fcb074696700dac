/**
 * A webhook says that something happened to an order, to whoever can prove to be the gateway. It decides
 * nothing: only its order id is used, as a reason to ask for the order's status.
 */
import * as z from 'zod';
import { basicAuthorization, sameSecret } from './hdfc-config.ts';
import type { Webhook } from './port.ts';

const about = z.object({ order_id: z.string().nullish() }).nullish();
const webhookBodySchema = z.object({
  id: z.string().nullish(),
  event_name: z.string().nullish(),
  content: z.object({ order: about, txn: about, refund: about }).nullish(),
});

/** `credentials` null: webhooks are not in use, and none is authentic. */
export function readWebhook(
  credentials: { user: string; password: string } | null,
  authorization: string,
  body: string,
): Webhook {
  if (credentials === null) return { authentic: false };
  const expected = basicAuthorization(credentials.user, credentials.password);
  if (!sameSecret(authorization, expected)) return { authentic: false };
  const event = parseBody(body);
  const { order, txn, refund } = event.content ?? {};
  return {
    authentic: true,
    eventId: event.id ?? null,
    eventName: event.event_name ?? null,
    reference: order?.order_id ?? txn?.order_id ?? refund?.order_id ?? null,
  };
}

/** Authentic but unreadable is an event about nothing: refusing it would only bring it again and again. */
function parseBody(body: string): z.infer<typeof webhookBodySchema> {
  try {
    return webhookBodySchema.catch({}).parse(JSON.parse(body));
  } catch {
    return {};
  }
}
