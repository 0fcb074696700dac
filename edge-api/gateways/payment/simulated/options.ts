/** What the simulated gateway is given, and what its routes share. */
import type { WebhookTarget } from './send-webhooks.ts';
import type { SimulatedOrder, SimulatedStore } from './store.ts';

export type SimulatedGatewayOptions = {
  merchantId: string;
  apiKey: string;
  responseKey: string;
  webhook?: WebhookTarget | undefined;
  now: () => Date;
  store: SimulatedStore;
  /** Where browsers find this gateway, its mount path included; unset: where the session was asked for. */
  publicUrl?: string | undefined;
};

/** Stores what became of an order, and lets webhooks tell of it. */
export type KeepOrder = (before: SimulatedOrder, after: SimulatedOrder) => Promise<void>;
