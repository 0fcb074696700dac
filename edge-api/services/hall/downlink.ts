// Connections to the phones in a sitting. When there is news, such as extra time, a phone is told to send immediately. One query
// checks whether all their sessions are still valid, every half minute and whenever one of them changes.
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Asker, type Caller, GOOD_SESSION, MAY_SIT } from '#api/services/auth/sessions.ts';
import type { DeviceReport } from '#contract/wire/report.ts';
import { type SittingState, sittingStates } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { instant, millis } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { isReady } from '../health/health.ts';
import { hearChanges, noteRow } from './changes.ts';

type Sink = { send(event: { event: string; data: unknown }): void; end(): void };
type Phone = { sink: Sink; caller: Caller };
type Downlink = {
  /** Connected phones by sitting id. */
  phones: Map<string, Set<Phone>>;
  listening: Promise<() => void> | null;
  timer: NodeJS.Timeout | null;
};
const downlinks = new WeakMap<Database, Downlink>();

const STILL_MS = 30_000;

const READ_PHONE = `select uid, state, ${millis('deadline_at')} as deadline, ${millis('paused_at')} as paused from sittings where id = $1`;
const phoneSchema = z.object({
  uid: z.string(),
  state: z.enum(sittingStates),
  deadline: z.number(),
  paused: z.nullable(z.number()),
});

/** @returns a function that disconnects the phone. @throws Problem not-found, forbidden */
export async function connectPhone(
  deps: Deps,
  caller: Caller,
  sittingId: string,
  sink: Sink,
): Promise<() => void> {
  const read = async () => {
    const [row] = await deps.db.rows(READ_PHONE, [sittingId]);
    if (!row) throw new Problem('not-found');
    return phoneSchema.parse(row);
  };
  if ((await read()).uid !== caller.uid) throw new Problem('forbidden');
  const downlink = downlinks.get(deps.db) ?? { phones: new Map(), listening: null, timer: null };
  downlinks.set(deps.db, downlink);
  const { phones } = downlink;
  downlink.listening ??= hearChanges(
    deps.db,
    ({ looks, rights }) => {
      for (const id of looks)
        for (const { sink: phone } of phones.get(id) ?? []) phone.send({ event: 'look', data: {} });
      if (rights) void endSignedOut(deps, downlink, new Set(rights));
    },
    // Notices sent meanwhile are lost; a phone learns of them with its next push or report. A phone that was told "later" backs off
    // for longer the longer the database is gone, so `back` tells it not to wait any more [SY7].
    () => {
      for (const own of phones.values())
        for (const { sink: phone } of own) phone.send({ event: 'back', data: {} });
    },
  ).catch((error: unknown) => {
    downlink.listening = null;
    throw error;
  });
  await downlink.listening;
  downlink.timer ??= setInterval(() => void endSignedOut(deps, downlink), STILL_MS).unref();
  remember(deps, caller.tokenHash);
  const own = phones.get(sittingId) ?? new Set();
  const phone = { sink, caller };
  phones.set(sittingId, own.add(phone));
  const stop = () => {
    own.delete(phone);
    if (own.size === 0 && phones.get(sittingId) === own) phones.delete(sittingId);
    if (phones.size > 0 || !downlink.timer) return;
    clearInterval(downlink.timer);
    downlink.timer = null;
  };
  try {
    // The phone may have missed something while it was disconnected.
    const { state, deadline, paused } = await read();
    sink.send({ event: 'standing', data: timeTold({ state, deadline, paused }) });
    return stop;
  } catch (error) {
    stop();
    throw error;
  }
}

const LOOK_MS = 500;
/** Unknown phones from one network address: enough for a whole hall whose phones were connected to another process. */
const MOST_STRANGERS_OF_ONE = 1_000;
const FULL_ASKS_AGAIN = 20;

type Held = {
  phones: Set<Sink>;
  /** How many of them weren't connected to this process before, in all and by network address. */
  strangers: number;
  from: Map<string, number>;
};
/** Phones that connected while the database was gone. */
const held = new WeakMap<Database, Held>();
/** Hashed tokens of phones that were connected before, the most recent last. */
const connected = new WeakMap<Database, Set<string>>();

function remember({ db, settings }: Deps, token: string): void {
  const known = connected.get(db) ?? new Set();
  connected.set(db, known);
  known.delete(token);
  known.add(token);
  const [oldest] = known;
  if (known.size > 2 * settings.mostStreams && oldest !== undefined) known.delete(oldest);
}

/**
 * Holds a connection while the database is gone and nobody can check who the phone belongs to. The phone is told only that the database is
 * back, then it connects again. So it asks no more often than SY6 allows and needn't wait out its backoff [SY7]. Anybody could invent a
 * token, so phones that weren't connected here before get at most half of all places, and few from one address.
 * @returns a function that drops the phone
 * @throws `failure` when the database is reachable, since waiting would not help
 * @throws Problem unavailable when there is no place for another unknown phone
 */
export async function callWhenBack(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { token, address }: { token: string; address: string },
  sink: Sink,
  failure: unknown,
): Promise<() => void> {
  if (await isReady(db)) throw failure;
  let here = held.get(db);
  if (!here) {
    here = { phones: new Set(), strangers: 0, from: new Map() };
    held.set(db, here);
    void callAllWhenBack(db, here.phones);
  }
  const { phones, from } = here;
  if (connected.get(db)?.has(token)) {
    phones.add(sink);
    return () => phones.delete(sink);
  }
  const ofThis = from.get(address) ?? 0;
  const mostOfOne = Math.min(MOST_STRANGERS_OF_ONE, settings.mostStreams / 4);
  if (ofThis >= mostOfOne || here.strangers >= settings.mostStreams / 2)
    throw new Problem('unavailable', { retryAfter: FULL_ASKS_AGAIN });
  phones.add(sink);
  from.set(address, ofThis + 1);
  here.strangers += 1;
  return () => {
    if (!phones.delete(sink)) return;
    here.strangers -= 1;
    const left = (from.get(address) ?? 1) - 1;
    if (left > 0) from.set(address, left);
    else from.delete(address);
  };
}

/** Asks the database one question at a time, however many phones wait. */
async function callAllWhenBack(db: Database, waiting: Set<Sink>): Promise<void> {
  do await pause(LOOK_MS, undefined, { ref: false });
  while (waiting.size > 0 && !(await isReady(db)));
  held.delete(db);
  for (const phone of waiting) {
    phone.send({ event: 'back', data: {} });
    phone.end();
  }
}

const GOOD = `select h.hash from jsonb_array_elements_text($1::text::jsonb) as h(hash)
  where (select ${MAY_SIT} from ${GOOD_SESSION('h.hash', '$2')})`;
const goodSchema = z.array(z.object({ hash: z.string() }));

/** @param uids only these people; null for all */
async function endSignedOut(
  deps: Deps,
  { phones }: Downlink,
  uids: ReadonlySet<string> | null = null,
): Promise<void> {
  const asked = [...phones.values()]
    .flatMap((own) => [...own])
    .filter(({ caller }) => uids === null || uids.has(caller.uid));
  if (asked.length === 0) return;
  const hashes = [...new Set(asked.map(({ caller }) => caller.tokenHash))];
  try {
    const rows = await deps.db.rows(GOOD, [JSON.stringify(hashes), deps.now()]);
    const good = new Set(goodSchema.parse(rows).map(({ hash }) => hash));
    for (const { caller, sink } of asked) if (!good.has(caller.tokenHash)) sink.end();
  } catch (error) {
    deps.log.warn({ err: error }, 'the sessions of connected phones could not be read');
  }
}

/** The least that tells a device whether there is a change it must ask for. */
function timeTold({
  state,
  deadline,
  paused,
}: {
  state: SittingState;
  deadline: number;
  paused: number | null;
}) {
  return {
    deadline: new Date(deadline).toISOString(),
    ...(paused !== null && { pausedAt: new Date(paused).toISOString() }),
    state,
  };
}

// Reports of devices about themselves. The newest report of each device is kept in memory, and one statement writes them all every
// few seconds. If a process dies, the devices report again within a minute.

type KeptReport = { report: DeviceReport; at: number; exam_id: string; enrolment_id: string };
const told = new WeakMap<Database, Map<string, KeptReport>>();

/** Finds the sitting's exam and enrolment if this device was ever given a turn, and the least that the device needs to know. */
const READ_REPORTED = `
select s.exam_id, s.enrolment_id, s.state, ${millis('s.deadline_at')} as deadline, ${millis('s.paused_at')} as paused
from sittings s
where s.id = $1 and exists (select from sitting_devices d where d.sitting_id = s.id and d.device_id = $2)
  and (select ${MAY_SIT} from ${GOOD_SESSION('$3', '$4')} where t.uid = s.uid)`;
const reportedSchema = z.object({
  exam_id: z.string(),
  enrolment_id: z.string(),
  state: z.enum(sittingStates),
  deadline: z.number(),
  paused: z.nullable(z.number()),
});

/** @throws Problem signed-out, forbidden, not-found */
export async function takeReport(deps: Deps, asker: Asker, report: DeviceReport) {
  const now = deps.now();
  const { sittingId, deviceId } = report;
  const [row] = await deps.db.rows(READ_REPORTED, [sittingId, deviceId, asker.tokenHash, now]);
  if (!row) {
    await asker.requireCaller();
    throw new Problem('not-found');
  }
  const { exam_id, enrolment_id, state, deadline, paused } = reportedSchema.parse(row);
  const kept = told.get(deps.db) ?? new Map<string, KeptReport>();
  told.set(deps.db, kept);
  kept.set(`${sittingId} ${deviceId}`, { report, at: now, exam_id, enrolment_id });
  return timeTold({ state, deadline, paused });
}

const WRITE = `
insert into device_reports (sitting_id, device_id, at, waiting, pages, free_mb, battery, app_version, network)
select r."sittingId", r."deviceId", ${instant('r.at')}, r.waiting, r.pages, r."freeMb", r.battery, r.app, r.net
from jsonb_to_recordset($1::text::jsonb) as r("sittingId" text, "deviceId" text, at float8, waiting int, pages int,
  "freeMb" int, battery int, app text, net text)
on conflict (sitting_id, device_id) do update set at = excluded.at, waiting = excluded.waiting, pages = excluded.pages,
  free_mb = excluded.free_mb, battery = excluded.battery, app_version = excluded.app_version, network = excluded.network
  where excluded.at > device_reports.at`;

/** A timer of main.ts calls this every few seconds. */
export async function writeReports(deps: Pick<Deps, 'db'>): Promise<void> {
  const kept = [...(told.get(deps.db)?.values() ?? [])];
  if (kept.length === 0) return;
  told.delete(deps.db);
  await deps.db.rows(WRITE, [JSON.stringify(kept.map(({ report, at }) => ({ ...report, at })))]);
  for (const each of kept) noteRow(deps.db, each);
}
