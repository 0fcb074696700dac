/**
 * Webhooks of the simulated gateway: sent behind the answer's back, tried again when they fail, given up
 * in silence. Nothing may depend on one arriving; that is what they are like in life.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { basicAuthorization } from '#api/gateways/payment/hdfc-config.ts';

export type WebhookTarget = { url: string; user: string; password: string };
export type WebhookEvent = {
  id: string;
  event_name: string;
  date_created: string;
  content: unknown;
};

/** Milliseconds before each further try. */
const RETRY_AFTER_MS = [1_000, 5_000, 30_000, 120_000];
const TIMEOUT_MS = 5_000;

/** One after the other, so that their order is the one given. */
export async function sendWebhooks(
  target: WebhookTarget,
  events: readonly WebhookEvent[],
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
): Promise<void> {
  for (const event of events) {
    for (const delay of [0, ...retryAfterMs]) {
      // ref: false lets the server stop without waiting for a webhook.
      await sleep(delay, undefined, { ref: false });
      if (await isTaken(target, event)) break;
    }
  }
}

async function isTaken(target: WebhookTarget, event: WebhookEvent): Promise<boolean> {
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: {
        authorization: basicAuthorization(target.user, target.password),
        'content-type': 'application/json',
      },
      body: JSON.stringify(event),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
