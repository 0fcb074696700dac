// Sends one request and checks every promise that an answer must keep, whatever was asked.

import { getTableName } from 'drizzle-orm';
import * as z from 'zod';
import type { Who } from '#api/middleware/endpoint.ts';
import { problemBodySchema } from '#contract/wire/problems.ts';
import * as tables from '#db/schema/tables.ts';
import { apiRights } from '../../rights-table.ts';
import type { Operation } from './document.ts';
import type { Attempt } from './recipes.ts';
import { type Sender, type Twist, toText } from './twists.ts';
import { addressOf, type World } from './world.ts';

/** Which senders have the right to call an endpoint. */
const may: Record<Who, readonly Sender[]> = {
  anyone: ['nobody', 'candidate', 'proctor', 'admin', 'forged'],
  gateway: ['nobody', 'candidate', 'proctor', 'admin', 'forged'],
  operator: [],
  'signed-in': ['candidate', 'proctor', 'admin'],
  candidate: ['candidate'],
  proctor: ['proctor'],
  staff: ['proctor', 'admin'],
  admin: ['admin'],
  'candidate-or-admin': ['candidate', 'admin'],
};

/**
 * @returns the status
 * @throws Error that names the broken promise
 */
export async function ask(
  world: World,
  operation: Operation,
  attempt: Attempt,
  { sender, spoil }: Twist,
): Promise<number> {
  const token = await tokenOf(world, attempt, sender);
  const isAdmin = sender === 'admin' || token === world.api.adminToken;
  const before = await fingerprint(world);
  world.api.logged.length = 0;
  const response = await world.api.app.request(addressed(operation, attempt), {
    method: operation.method.toUpperCase(),
    headers: {
      'x-forwarded-for': addressOf(world.number()),
      ...(token && { authorization: `Bearer ${token}` }),
      ...attempt.headers,
      ...(attempt.json && !attempt.jsonPart && { 'content-type': 'application/json' }),
    },
    ...(operation.method === 'get' ? {} : bodyOf(attempt, spoil)),
  });
  const text = await textOf(response); // throws here when an answer breaks off
  await world.api.deps.background.finished();
  const { status } = response;
  const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '');
  const body: unknown = isJson ? JSON.parse(text) : undefined;

  const broken = [
    status >= 500 && status !== 502 && status !== 503 && 'failed',
    ...world.api.logged.filter((line) => Number(JSON.parse(line).level) >= 50),
    operation.misfit(status, body),
    status >= 400 && !problemBodySchema.safeParse(body).success && 'is no problem of the list',
    [429, 503].includes(status) &&
      !Number(response.headers.get('retry-after')) &&
      'doesn’t say when to come back',
    status >= 400 && status < 500 && changes(operation, before, await fingerprint(world)),
    !isAllowed(operation, sender) && ![401, 403].includes(status) && `lets ${sender} in`,
    !isAdmin && tells(body),
  ].filter((fault) => typeof fault === 'string');
  if (broken.length > 0) throw new Error(`${status} ${broken.join('; ')}: ${text.slice(0, 600)}`);
  return status;
}

/** A stream has no end, so its first event stands for all of it. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text();
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}

function isAllowed({ name }: Operation, sender: Sender): boolean {
  const who = apiRights[name];
  return sender === 'as-meant' || (who !== undefined && may[who].includes(sender));
}

async function tokenOf(world: World, attempt: Attempt, sender: Sender) {
  switch (sender) {
    case 'as-meant':
      return attempt.token;
    // A new session each time, because a request may end it.
    case 'candidate':
      return (await world.candidate()).token;
    case 'proctor':
    case 'admin':
      return (await world.api.makeStaff(sender)).token;
    case 'forged':
      return 'x'.repeat(43);
    case 'nobody':
      return undefined;
  }
}

function addressed({ path }: Operation, { params = {}, query = {} }: Attempt): string {
  // An empty part, or one of dots, would make another path.
  const part = (value: string) => (/^\.{0,2}$/.test(value) ? 'x' : percent(value));
  const filled = path.replace(/:(\w+)/g, (_, name) => part(params[name] ?? 'x'));
  const search = Object.entries(query).map(
    ([name, value]) => `${percent(name)}=${percent(String(value))}`,
  );
  return `/api/v1${filled}?${search.join('&')}`;
}

/** Half a surrogate pair becomes bytes that no encoder writes. */
function percent(text: string): string {
  return Array.from(text, (letter) =>
    /^[\ud800-\udfff]$/.test(letter) ? '%ED%A0%80' : encodeURIComponent(letter),
  ).join('');
}

function bodyOf({ json, jsonPart, form, bytes }: Attempt, spoil: Twist['spoil']) {
  if (spoil.how === 'raw body') return { body: spoil.body };
  if (bytes) return { body: new Uint8Array(bytes) };
  if (form || jsonPart) {
    const made = new FormData();
    for (const [name, value] of Object.entries(form ?? {})) made.set(name, value);
    if (json && jsonPart) made.set(jsonPart, toText(json));
    return { body: made };
  }
  return json ? { body: toText(json) } : {};
}

/** Refused tries are counted, and content is noted before the act that may be refused (decision 71). Nothing else may change. */
const STAYS_AFTER_REFUSAL = new Set(['throttles', 'stored_contents']);

/** These endpoints ask the bank before they judge, and write down its answer even when they refuse the request. */
const ASKS_THE_BANK = new Set([
  'post /payments/:orderId/refunds',
  'post /payments/:orderId/reconcile',
  'post /payment/hdfc',
  'post /applicationpayment/hdfc',
  'post /exams/updateuser',
  'post /account/delete',
]);
const FROM_THE_BANK = new Set(['orders', 'refunds', 'invoices', 'invoice_counters', 'audit_log']);

type Tables = Map<string, string>;
const tableSchema = z.array(z.object({ name: z.string(), state: z.string() }));

const lookSchema = z.tuple([z.object({ at: z.string() })]);
const NOW = 'select pg_snapshot_xmax(pg_current_snapshot())::text';
const looked = new WeakMap<World, { at: string; tables: Tables }>();

/**
 * How many rows each table has, and which transactions wrote them. If no transaction has written anything since the last
 * look, that look is returned again: counting everything takes ten times as long as asking for the newest transaction.
 */
async function fingerprint(world: World): Promise<Tables> {
  const { db } = world.api.deps;
  const last = looked.get(world);
  const [{ at }] = lookSchema.parse(await db.rows(`${NOW} as at`, []));
  if (last?.at === at) return last.tables;
  const rows = tableSchema.parse(await db.rows(await statementOf(world), []));
  const found = new Map(rows.map(({ name, state }) => [name, state]));
  const seen = { at: found.get('at') ?? '', tables: found };
  found.delete('at');
  looked.set(world, seen);
  return seen.tables;
}

const FINGERPRINT = Object.values(tables)
  .map(getTableName)
  .filter((table) => !STAYS_AFTER_REFUSAL.has(table))
  .map(
    (table) => `select '${table}' as name,
      count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) as state from ${table}`,
  )
  .concat(`select 'at', (${NOW})`)
  .join(' union all ');

const prepared = new WeakMap<World, string>();
let worlds = 0;

/** Prepared by name on PGlite, which otherwise plans the statement each time, longer than running it takes. */
async function statementOf(world: World): Promise<string> {
  const { db } = world.api.deps;
  if (db.kind === 'postgres') return FINGERPRINT;
  let statement = prepared.get(world);
  if (!statement) {
    // A database, and so its connection, serves one world after another.
    worlds += 1;
    await db.rows(`prepare fingerprint_${worlds} as ${FINGERPRINT}`, []);
    statement = `execute fingerprint_${worlds}`;
    prepared.set(world, statement);
  }
  return statement;
}

function changes({ name }: Operation, before: Tables, after: Tables): string | null {
  const changed = [...after.keys()].filter(
    (table) =>
      before.get(table) !== after.get(table) &&
      !(ASKS_THE_BANK.has(name) && FROM_THE_BANK.has(table)),
  );
  return changed.length > 0 ? `refused, but changed ${changed}` : null;
}

/**
 * The right answer to every question in this world is OptionOne, which no candidate here ever chooses. Its text is A and a
 * number, so a paper must hold it as often as the texts of the other three options.
 */
function tells(body: unknown): string | null {
  const texts: string[] = [];
  const names: string[] = [];
  const look = (value: unknown) => {
    if (typeof value === 'string') texts.push(value);
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) names.push(...Object.keys(value));
    Object.values(value).forEach(look);
  };
  look(body);
  const count = (letter: string) =>
    texts.filter((text) => text[0] === letter && /^\d{1,5}$/.test(text.slice(1))).length;
  if (names.some((name) => /correct|rightanswer/i.test(name))) return 'names a correct answer';
  if (texts.includes('OptionOne')) return 'tells which option is right';
  return ['B', 'C', 'D'].some((letter) => count(letter) !== count('A'))
    ? 'tells the right answer’s text'
    : null;
}
