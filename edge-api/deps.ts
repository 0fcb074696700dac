// What the app needs from outside, passed in once by main.ts (or by a test).

import type { Logger } from 'pino';
import type { Database } from '#db/client.ts';
import type { Replica } from '#db/open-replica.ts';
import type { FileStore } from './gateways/files/file-store.ts';
import type { PaymentGateway } from './gateways/payment/port.ts';
import type { SmsSender } from './gateways/sms/port.ts';
import type { InboundProviders } from './gateways/sms-inbound/port.ts';
import type { ServerKeys } from './services/keys/load-keys.ts';
import type { Tracing } from './tracing.ts';

export type Background = {
  /** Runs `act` without anyone waiting for it. A failure is logged under `name`. */
  start(name: string, act: () => Promise<unknown>): void;
  /** Resolves once no started work is left. */
  finished(): Promise<void>;
};

export type Deps = {
  db: Database;
  /** A standby that the office's lists may be read from; null when none is configured. Only services/replica/ uses it. */
  replica: Replica | null;
  /** Milliseconds since 1970: the clock that rules every sitting. */
  now: () => number;
  keys: ServerKeys;
  payments: PaymentGateway;
  sms: SmsSender;
  /** The providers that may deliver incoming text messages. */
  inboundTexts: InboundProviders;
  files: FileStore;
  log: Logger;
  /** Null when no trace collector is configured. */
  tracing: Tracing | null;
  background: Background;
  /** True once the process has been told to stop. It still answers requests, but background jobs and streams end early. */
  isStopping: () => boolean;
  /** True while this machine's clock may be wrong (decision 95). */
  isClockInDoubt: () => boolean;
  settings: {
    /** The origin at which browsers reach this server, without a trailing slash. */
    publicUrl: string;
    /** True when the last entry of X-Forwarded-For is the caller's address. */
    trustProxy: boolean;
    /** True when an administrator must set up a second factor before anything else. */
    secondFactorRequired: boolean;
    /** The most event streams that this process keeps open, boards and phones together. */
    mostStreams: number;
    /** The bearer token for /metrics. Without a token only this machine may read it. */
    metricsToken: string | undefined;
    /** The number to which candidates send answers by text message, as they dial it. */
    textTo: string | undefined;
    /** The configured providers by name (`hdfc`, `msg91`, `s3` …), shown to the administrator. */
    providers: { payments: string; sms: string; files: string };
  };
};
