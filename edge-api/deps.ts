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
  /** Does something that nobody waits for; a failure is logged. */
  start(name: string, act: () => Promise<unknown>): void;
  /** Once nothing is under way any more. */
  finished(): Promise<void>;
};

export type Deps = {
  db: Database;
  /** What the office's lists may be read from instead; only services/replica/ asks it. */
  replica: Replica | null;
  /** Milliseconds since 1970: the clock that rules every sitting. */
  now: () => number;
  keys: ServerKeys;
  payments: PaymentGateway;
  sms: SmsSender;
  /** Who may tell of text messages that came in. */
  inboundTexts: InboundProviders;
  files: FileStore;
  log: Logger;
  /** Null where nobody collects traces. */
  tracing: Tracing | null;
  background: Background;
  /** True once the process has been told to stop: it answers what comes, and asks for no more. */
  isStopping: () => boolean;
  /** True while it is not known whether this machine's clock is right (decision 95). */
  isClockInDoubt: () => boolean;
  settings: {
    /** Origin that browsers reach us by, without a slash at the end. */
    publicUrl: string;
    /** Whether X-Forwarded-For names the caller. */
    trustProxy: boolean;
    /** Whether an administrator without a second factor may do nothing but set one up. */
    secondFactorRequired: boolean;
    /** How many streams of events this process holds, of boards and phones together. */
    mostStreams: number;
    /** What opens /metrics; without one only this machine may read it. */
    metricsToken: string | undefined;
    /** Where candidates send their answers by text message, as it is dialled. */
    textTo: string | undefined;
    /** By what name each is set up, for the administrator: `hdfc`, `msg91`, `s3` … */
    providers: { payments: string; sms: string; files: string };
  };
};
