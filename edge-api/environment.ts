/**
 * Every setting, read once at the start. A wrong value leads to one clear line that names the variable and what it
 * needs, never its value. In production the server refuses settings that are only for trying out, and names them.
 */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type FilesChoice, s3ConfigSchema } from './gateways/files/file-store.ts';
import { isSafeAddress } from './gateways/gateway-call.ts';
import { type HdfcConfig, hdfcConfigSchema } from './gateways/payment/hdfc-config.ts';
import { type Fast2smsConfig, fast2smsConfigSchema } from './gateways/sms/fast2sms.ts';
import { type Msg91Config, msg91ConfigSchema } from './gateways/sms/msg91.ts';
import { type InboundConfig, inboundConfigSchema } from './gateways/sms-inbound/operators.ts';
import { newSecretId } from './services/new-id.ts';

export class WrongEnvironment extends Error {
  override readonly name = 'WrongEnvironment';
  /** One sentence per wrong setting: its name and what it needs. */
  readonly wrong: readonly string[];

  constructor(wrong: readonly string[]) {
    super(`${wrong.join('; ')}.`);
    this.wrong = wrong;
  }
}

export type Environment = {
  port: number;
  host: string;
  /** Origin, without a trailing slash. */
  publicUrl: string;
  /** True in production without `PUBLIC_URL`: the site works, but the bank can't send a paying candidate back to it. */
  isAddressGuessed: boolean;
  /** `sessionUrl`: the address of Postgres itself, for connections with a session, when `databaseUrl` is a pooler. */
  database: { databaseUrl: string; sessionUrl: string | undefined } | { dataDir: string };
  /** A standby for the office's lists, and the most seconds it may lag behind. */
  replica: { primaryUrl: string; readUrl: string; oldestSeconds: number } | null;
  dataDir: string;
  superAdminPassword: string | undefined;
  demo: boolean;
  /** True in production: an administrator needs a second factor. */
  secondFactorRequired: boolean;
  payments: { gateway: 'simulated' } | { gateway: 'hdfc'; config: HdfcConfig };
  sms:
    | { provider: 'console' }
    | { provider: 'msg91'; config: Msg91Config }
    | { provider: 'fast2sms'; config: Fast2smsConfig };
  /** How incoming text messages reach the server. */
  inbound: InboundConfig;
  files: FilesChoice;
  logLevel: string;
  trustProxy: boolean;
  metricsToken: string | undefined;
  mostStreams: number;
  /** Null without an OpenTelemetry collector. OpenTelemetry's libraries read their other settings themselves. */
  traces: { serviceName: string } | null;
};

const oneOf = <const T extends readonly string[]>(...choices: T) =>
  z.enum(choices, `must be ${choices.join(' or ')}`);
const isOrigin = (value: string) =>
  URL.canParse(value) &&
  /^https?:$/.test(new URL(value).protocol) &&
  new URL(value).pathname === '/';
const postgresAddress = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol),
    'must be an address like postgres://user:password@host:5432/database',
  );

const schema = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.coerce
    .number('must be a port')
    .int('must be a port')
    .min(1, 'must be a port')
    .max(65_535, 'must be a port')
    .default(8787),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'must be an address like https://exams.example.in, without a path')
    .optional(),
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_SESSION_URL: postgresAddress.optional(),
  DATABASE_READ_URL: postgresAddress.optional(),
  DATABASE_READ_OLDEST_SECONDS: z.coerce
    .number('must be a number of seconds')
    .int('must be a whole number of seconds')
    .min(5, 'must be at least 5')
    .max(3_600, 'must be at most 3600')
    .default(60),
  DATA_DIR: z.string().default('./data'),
  SUPERADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(200, 'must have at most 200 characters')
    .optional(),
  DEMO: oneOf('on', 'off').optional(),
  PAYMENT_GATEWAY: oneOf('simulated', 'hdfc').default('simulated'),
  SMS_PROVIDER: oneOf('console', 'msg91', 'fast2sms').default('console'),
  FILES: oneOf('local', 's3').default('local'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  TRUST_PROXY: oneOf('on', 'off').default('off'),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,200}$/, 'must have at least 16 characters and no spaces')
    .optional(),
  MOST_STREAMS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(10, 'must be at least 10')
    .max(100_000, 'must be at most 100000')
    .default(12_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address like http://127.0.0.1:4318' })
    .optional(),
  OTEL_SERVICE_NAME: z.string().max(100, 'must have at most 100 characters').default('pariksha'),
  ALLOW_EMBEDDED: oneOf('0', '1').default('0'),
});

/** @throws WrongEnvironment with one line that names every wrong setting */
export function readEnvironment(given: Readonly<Record<string, string | undefined>>): Environment {
  // In an `.env` file an unset setting has an empty value.
  const env = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const wrong = schemasFor(env).flatMap((wanted) => faults(wanted, env));
  if (wrong.length > 0) throw new WrongEnvironment(wrong);
  const base = schema.parse(env);
  if (base.DATABASE_READ_URL && !base.DATABASE_URL)
    throw new WrongEnvironment(['DATABASE_READ_URL needs DATABASE_URL, whose standby it names']);
  if (base.DATABASE_SESSION_URL && !base.DATABASE_URL)
    throw new WrongEnvironment([
      'DATABASE_SESSION_URL needs DATABASE_URL, whose Postgres it names',
    ]);
  const demo = (base.DEMO ?? (base.DATABASE_URL ? 'off' : 'on')) === 'on';
  if (base.NODE_ENV === 'production') refuseInProduction({ ...base, demo });
  return {
    port: base.PORT,
    host: base.HOST,
    isAddressGuessed: base.NODE_ENV === 'production' && base.PUBLIC_URL === undefined,
    publicUrl: base.PUBLIC_URL ? new URL(base.PUBLIC_URL).origin : `http://localhost:${base.PORT}`,
    database: base.DATABASE_URL
      ? { databaseUrl: base.DATABASE_URL, sessionUrl: base.DATABASE_SESSION_URL }
      : { dataDir: base.DATA_DIR },
    replica:
      base.DATABASE_READ_URL && base.DATABASE_URL
        ? {
            primaryUrl: base.DATABASE_SESSION_URL ?? base.DATABASE_URL,
            readUrl: base.DATABASE_READ_URL,
            oldestSeconds: base.DATABASE_READ_OLDEST_SECONDS,
          }
        : null,
    dataDir: base.DATA_DIR,
    superAdminPassword: base.SUPERADMIN_PASSWORD,
    demo,
    secondFactorRequired: base.NODE_ENV === 'production',
    payments:
      base.PAYMENT_GATEWAY === 'hdfc'
        ? { gateway: 'hdfc', config: hdfcConfigSchema.parse(env) }
        : { gateway: 'simulated' },
    sms: smsOf(base.SMS_PROVIDER, env),
    inbound: inboundConfigSchema.parse(env),
    files:
      base.FILES === 's3' ? { store: 's3', config: s3ConfigSchema.parse(env) } : { store: 'local' },
    logLevel: base.LOG_LEVEL,
    trustProxy: base.TRUST_PROXY === 'on',
    metricsToken: base.METRICS_TOKEN,
    mostStreams: base.MOST_STREAMS,
    traces: base.OTEL_EXPORTER_OTLP_ENDPOINT ? { serviceName: base.OTEL_SERVICE_NAME } : null,
  };
}

function smsOf(provider: z.infer<typeof schema>['SMS_PROVIDER'], env: unknown): Environment['sms'] {
  switch (provider) {
    case 'console':
      return { provider };
    case 'msg91':
      return { provider, config: msg91ConfigSchema.parse(env) };
    case 'fast2sms':
      return { provider, config: fast2smsConfigSchema.parse(env) };
  }
}

/** The schemas that apply, depending on which providers the settings choose. */
function schemasFor(env: Readonly<Record<string, string | undefined>>): z.ZodType[] {
  const chosen = [
    env.PAYMENT_GATEWAY === 'hdfc' && hdfcConfigSchema,
    env.SMS_PROVIDER === 'msg91' && msg91ConfigSchema,
    env.SMS_PROVIDER === 'fast2sms' && fast2smsConfigSchema,
    env.FILES === 's3' && s3ConfigSchema,
  ].filter((one) => one !== false);
  return [schema, ...chosen, inboundConfigSchema];
}

function faults(wanted: z.ZodType, env: unknown): string[] {
  const parsed = wanted.safeParse(env);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
}

type Base = z.infer<typeof schema> & { demo: boolean };

function refuseInProduction(base: Base): void {
  const refused = [
    base.PAYMENT_GATEWAY === 'simulated' &&
      'the simulated payment gateway (set PAYMENT_GATEWAY=hdfc)',
    base.SMS_PROVIDER === 'console' && 'SMS on the console (set SMS_PROVIDER)',
    base.demo && 'the demonstration accounts (set DEMO=off)',
    base.PUBLIC_URL !== undefined &&
      !isSafeAddress(base.PUBLIC_URL) &&
      'a PUBLIC_URL without https',
    !base.DATABASE_URL &&
      base.ALLOW_EMBEDDED === '0' &&
      'the embedded database (set DATABASE_URL, or ALLOW_EMBEDDED=1)',
  ].filter((reason) => reason !== false);
  if (refused.length > 0)
    throw new WrongEnvironment([`NODE_ENV=production refuses ${refused.join(', ')}`]);
}

// The folder of the embedded database and of uploaded files. The server checks at the start that it can write there and
// explains a failure itself: the system's own message would name another folder, and otherwise the first upload would
// fail days later.

const reasons: Readonly<Record<string, string>> = {
  EROFS: 'it is on a disk that is read-only',
  EACCES: 'the server’s user has no right to write there',
  EPERM: 'the server’s user has no right to write there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EEXIST: 'it is not a folder',
  ENOTDIR: 'it is not a folder',
};

/** Creates the folder if it is missing. @throws WrongEnvironment when nothing can be written there */
export async function requireFolder(dataDir: string): Promise<void> {
  const probe = join(dataDir, `probe-${newSecretId()}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(probe, 'a file of this server', { flush: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = reasons[code] ?? 'it can’t be made there';
    throw new WrongEnvironment([`DATA_DIR: nothing can be written in ${dataDir}, ${reason}`]);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
