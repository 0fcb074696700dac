/**
 * The whole API in one process for a test: `startApi()` gives an app on a database of its own (embedded,
 * or a Postgres by its URL), a clock that the test moves, the messages that would have gone out by SMS,
 * and shortcuts for requests and for making people, exams and questions.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { type Logger, pino } from 'pino';
import { createApp } from '#api/app.ts';
import { createBackground } from '#api/background.ts';
import type { Deps } from '#api/deps.ts';
import { localFiles } from '#api/gateways/files/file-store.ts';
import type { PaymentGateway } from '#api/gateways/payment/port.ts';
import type { SmsMessage } from '#api/gateways/sms/port.ts';
import { inboundProviders } from '#api/gateways/sms-inbound/operators.ts';
import { logOptions } from '#api/log.ts';
import { refusalsOf } from '#api/routes/docs/open-api.ts';
import { endpoints } from '#api/routes/endpoints.ts';
import { loadKeys } from '#api/services/keys/load-keys.ts';
import { problemBodySchema } from '#contract/wire/problems.ts';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import { type Database, openDatabase } from '#db/client.ts';
import type { Replica } from '#db/open-replica.ts';
import { auditLog } from '#db/schema/records.ts';
import { closedGateway } from './closed-gateway.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { type People, peopleIn } from './people.ts';

export type Answer = {
  status: number;
  headers: Headers;
  /** The parsed JSON; the text when it is something else. Tests read it with toMatchObject or a schema. */
  body: unknown;
};

type Question = {
  method?: string;
  token?: string | undefined;
  json?: unknown;
  form?: FormData | undefined;
  /** A body that is sent as it is; its content type goes into `headers`. */
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

export type TestApi = {
  app: Hono;
  deps: Deps;
  /** Milliseconds since 1970, as the server sees them; a test moves it. */
  clock: { now: number };
  /** What would have gone out by SMS, oldest first. */
  sent: SmsMessage[];
  /** Everything that was logged, as one JSON text per line. */
  logged: string[];
  /** The raw answer of a path below /api/v1 (or of a full path that starts with /api, /files …). */
  fetch(path: string, question?: Question): Promise<Response>;
  /**
   * Like `fetch`, with the body read, after the background work that the request started is done. The method is POST if
   * there is a body and no method is given.
   */
  request(path: string, question?: Question): Promise<Answer>;
  /** What the audit log has on an exam, a person, an order …, oldest first. */
  actsOn(subject: string): Promise<(typeof auditLog.$inferSelect)[]>;
  adminToken: string;
  close(): Promise<void>;
} & People;

export type Options = {
  databaseUrl?: string;
  /** Wraps every statement on its way to the database. */
  rows?: (send: Database['rows']) => Database['rows'];
  /** An open database to share between two apps; `close` leaves it open. */
  db?: Database;
  /** A standby beside the database; `close` leaves it open. */
  replica?: (db: Database) => Replica;
  payments?: (deps: Pick<Deps, 'db' | 'now'>) => PaymentGateway;
  now?: number;
  /** Which text messages the company has a template for; all, if left out. */
  canSend?: Deps['sms']['canSend'];
};

/** The secret by which an SMS operator proves itself. */
export const INBOUND_SECRET = 'a-secret-of-the-operator';

/** The token that opens /metrics in a test. */
export const METRICS_TOKEN = 'a-token-for-the-machinery';

/** Noon in India on a day far from daylight saving and year ends; the clock stands still until moved. */
export const START = Date.parse('2026-03-02T06:30:00.000Z');

export async function startApi(options: Options = {}): Promise<TestApi> {
  const { databaseUrl, rows } = options;
  const own =
    options.db ?? (await (databaseUrl ? openDatabase({ databaseUrl }) : embeddedDatabase()));
  const db = rows ? { ...own, rows: rows(own.rows) } : own;
  const folder = await mkdtemp(join(tmpdir(), 'pariksha-test-'));
  const clock = { now: options.now ?? START };
  const now = () => clock.now;
  const sent: SmsMessage[] = [];
  const logged: string[] = [];
  const log = collectingLog(logged);
  const deps: Deps = {
    db,
    replica: options.replica?.(db) ?? null,
    now,
    keys: await loadKeys(db),
    payments: options.payments?.({ db, now }) ?? closedGateway,
    sms: {
      canSend: (purpose) => options.canSend?.(purpose) ?? true,
      send: async (message) => {
        sent.push(message);
        return { providerId: message.idempotencyKey };
      },
    },
    inboundTexts: inboundProviders({
      secret: INBOUND_SECRET,
      number: undefined,
      custom: { from: 'sender', text: 'message', at: 'tstamp' },
    }),
    files: localFiles(folder),
    log,
    tracing: null,
    background: createBackground(log),
    isStopping: () => false,
    isClockInDoubt: () => false,
    settings: {
      publicUrl: 'http://pariksha.test',
      trustProxy: false,
      mostStreams: 1_000,
      metricsToken: METRICS_TOKEN,
      textTo: undefined,
      secondFactorRequired: false,
      providers: { payments: 'simulated', sms: 'console', files: 'local' },
    },
  };
  const app = createApp(deps);
  const people = await peopleIn(deps);
  const fetch: TestApi['fetch'] = async (
    path,
    { method, token, json, form, body, headers } = {},
  ) => {
    const content = form ?? body ?? (json === undefined ? undefined : JSON.stringify(json));
    const isFull = /^\/(api|files|healthz|readyz|metrics|\.well-known)\b/.test(path);
    const asked = {
      method: method ?? (content === undefined ? 'GET' : 'POST'),
      path: isFull ? path : `/api/v1/${path}`,
    };
    const response = await app.request(asked.path, {
      method: asked.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
    });
    await checkDeclared(asked, response);
    return response;
  };
  return {
    app,
    deps,
    clock,
    sent,
    logged,
    fetch,
    request: async (path, question) => {
      const answer = await read(await fetch(path, question));
      await deps.background.finished();
      return answer;
    },
    actsOn: (subject) =>
      db.orm.select().from(auditLog).where(eq(auditLog.subject, subject)).orderBy(auditLog.id),
    adminToken: await people.signInAs(SUPER_ADMIN),
    ...people,
    close: async () => {
      await deps.background.finished();
      if (!options.db) await db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    body: json ? JSON.parse(text) : text,
  };
}

function collectingLog(lines: string[]): Logger {
  return pino(
    { ...logOptions, level: 'debug' },
    { write: (line: string) => void lines.push(line) },
  );
}

/**
 * The refusals that each endpoint declares. A refusal that isn't declared is in no API document, so every refusal that
 * a test meets is checked.
 */
const known = endpoints.map(({ declaration }) => ({
  name: declaration.route,
  method: declaration.method.toUpperCase(),
  path: new RegExp(`^/api(?:/api)?/v1${declaration.path.replace(/:\w+/g, '[^/]+')}$`),
  declared: new Set<string>(refusalsOf(declaration)),
}));

/** Refusals that any request may get: the database is away, or something broke. */
const ANYWHERE = new Set<string>(['unavailable', 'internal']);

/** @throws Error when the refusal isn't one that its endpoint declares */
async function checkDeclared(
  asked: { method: string; path: string },
  response: Response,
): Promise<void> {
  if (response.ok || !response.headers.get('content-type')?.includes('json')) return;
  const problem = problemBodySchema.safeParse(await response.clone().json());
  const [path = ''] = asked.path.split('?');
  const endpoint = known.find((one) => one.method === asked.method && one.path.test(path));
  if (!problem.success || !endpoint) return;
  const { code } = problem.data;
  if (!ANYWHERE.has(code) && !endpoint.declared.has(code))
    throw new Error(`${endpoint.name} doesn’t declare ${code}`);
}
