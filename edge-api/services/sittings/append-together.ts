// Pushes of many phones that arrive while a statement is under way are appended by the next one together, so that one
// commit serves all of them; when none is, a push goes at once. Each is still judged by itself (its version, its session)
// and each is told only once the commit is on disk (rules 8, 9). A push never waits for another sitting's lock, and one
// that the database refuses harms no other.
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Database } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import { isDatabaseGone } from '#db/queries/read-error.ts';
import { noteRow } from '../hall/changes.ts';
import {
  ADD_EVENTS,
  type Append,
  type Appended,
  appendEvents,
  appendedSchema,
  FIX_LOG,
  OTHERS,
  OWN_SESSION,
} from './append-events.ts';
import { countsParams, SET_COUNTS } from './counted.ts';

/** So many statements at a time keep both Node and Postgres busy; with more of them, fewer pushes share a commit. */
const MOST_UNDER_WAY = 2;
/** A statement that takes longer holds nobody up any more: the next one goes on another connection. */
const HOLDS_MS = 200;
/** What one statement brings, so that it stays short. One push alone may be larger. */
const MOST_PUSHES = 64;
const MOST_EVENTS = 1_000;

// `free` takes each row by the way of its key, whatever the planner believes of the table's size, and leaves out what
// somebody else is writing to: so statements never wait for each other, in whichever process, nor lock each other out.
const APPEND_TOGETHER = `
with pushed as materialized (
  select * from jsonb_to_recordset($1::text::jsonb) as p(id text, version int, device text, events jsonb, answered int, pages text,
    now float8, waiting int, log jsonb, writing int, hash text)
), free as materialized (
  select p.* from pushed p, lateral (
    select from sittings where id = p.id and version = p.version and ${OWN_SESSION('p.hash', 'p.now')}
    for no key update of sittings skip locked) f
), s as (
  update sittings set version = sittings.version + 1, last_heard_at = greatest(last_heard_at, ${instant('free.now')}),
    waiting = free.waiting, ${SET_COUNTS('free.answered', 'free.pages', 'free.now')}
  from free where sittings.id = free.id and sittings.version = free.version
  returning free.*
), added as (${ADD_EVENTS('s.device', 's.events', 's.now')}
), fixed as (${FIX_LOG('s.device', 's.log', 's.now')}
)
select id, ${OTHERS('s.id', 's.writing')} as others from s`;

const rowsSchema = z.array(z.extend(appendedSchema, { id: z.string() }));

type Waiting = {
  append: Append;
  by: { tokenHash: string };
  tell(appended: Appended | null | Promise<Appended | null>): void;
  fail(error: unknown): void;
};
type Line = { waiting: Waiting[]; underWay: number };
const lines = new WeakMap<Database, Line>();

/**
 * @returns null when the sitting's version has moved, the session isn't good, or somebody else is writing to the sitting:
 * look anew, and append alone
 */
export function appendTogether(
  db: Database,
  append: Append,
  by: { tokenHash: string },
): Promise<Appended | null> {
  const line = lines.get(db) ?? { waiting: [], underWay: 0 };
  lines.set(db, line);
  return new Promise((tell, fail) => {
    line.waiting.push({ append, by, tell, fail });
    sendNext(db, line);
  });
}

function sendNext(db: Database, line: Line): void {
  if (line.underWay >= MOST_UNDER_WAY || line.waiting.length === 0) return;
  const group = takeGroup(line);
  line.underWay += 1;
  const over = new AbortController();
  const sent = send(db, group).finally(() => over.abort());
  const held = pause(HOLDS_MS, undefined, { signal: over.signal, ref: false }).catch(() => {});
  void Promise.race([sent, held]).then(() => {
    line.underWay -= 1;
    sendNext(db, line);
  });
}

/** The longest waiting first, of each sitting one. */
function takeGroup(line: Line): Waiting[] {
  const taken = new Map<string, Waiting>();
  let events = 0;
  line.waiting = line.waiting.filter((one) => {
    const { sitting, events: more } = one.append;
    const fits = taken.size < MOST_PUSHES && events + more.length <= MOST_EVENTS;
    if (taken.has(sitting.id) || (!fits && taken.size > 0)) return true;
    taken.set(sitting.id, one);
    events += more.length;
    return false;
  });
  return [...taken.values()];
}

/** Tells each what has become of it; never fails itself. */
async function send(db: Database, group: readonly Waiting[]): Promise<void> {
  try {
    const rows = rowsSchema.parse(
      await db.rows(APPEND_TOGETHER, [JSON.stringify(group.map(toRow))]),
    );
    const written = new Map(rows.map((row) => [row.id, row]));
    for (const { append, tell } of group) {
      const row = written.get(append.sitting.id) ?? null;
      if (row) noteRow(db, append.sitting);
      tell(row);
    }
  } catch (error) {
    for (const { append, by, tell, fail } of group) {
      if (isDatabaseGone(error)) fail(error);
      else tell(appendEvents(db, append, by));
    }
  }
}

function toRow({ append, by }: Waiting) {
  const { sitting, deviceId, events, counted, now, more, writing } = append;
  const [answered, pages] = countsParams(counted);
  return {
    id: sitting.id,
    version: sitting.version,
    device: deviceId,
    events,
    answered,
    pages,
    now,
    waiting: more.waiting ?? 0,
    log: more.log ?? {},
    writing,
    hash: by.tokenHash,
  };
}
