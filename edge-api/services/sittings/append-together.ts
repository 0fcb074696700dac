// Appends pushes of many phones together. Pushes that arrive while a statement is running wait and go in the next one, so that one
// commit serves all of them; when none is running, a push goes immediately. Each push is still judged on its own (its version, its
// session) and is answered only once the commit is on disk (rules 8, 9). A push never waits for another sitting's lock, and a push that
// the database refuses doesn't harm the others.
import * as z from 'zod/mini';
import type { Database } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import { isDatabaseGone } from '#db/queries/read-error.ts';
import { noteRow } from '../hall/changes.ts';
import { GROUP, inGroups } from '../in-groups.ts';
import {
  ADD_EVENTS,
  type Append,
  type Appended,
  appendEvents,
  appendedSchema,
  arrivalOf,
  FIX_LOG,
  OTHERS,
  OWN_SESSION,
} from './append-events.ts';
import { countsParams, SET_COUNTS } from './counted.ts';

/** Events in one statement, so that it stays short. A single push may have more. */
const MOST_EVENTS = 1_000;

// `free` finds each sitting by its key, whatever the planner believes about the table's size, and leaves out sittings that somebody else
// is writing to. So statements never wait for each other and never deadlock, in whichever process they run.
const APPEND_TOGETHER = `
with pushed as materialized (
  ${GROUP('id text, version int, device text, epoch int, seq int, events json, answered int, pages text, now float8, waiting int, log jsonb, writing int, hash text')}
), free as materialized (
  select p.* from pushed p, lateral (
    select from sittings where id = p.id and version = p.version and ${OWN_SESSION('p.hash', 'p.now')}
    for no key update of sittings skip locked) f
), s as (
  update sittings set version = sittings.version + 1, last_heard_at = greatest(last_heard_at, ${instant('free.now')}),
    waiting = free.waiting, ${SET_COUNTS('free.answered', 'free.pages', 'free.now')}
  from free where sittings.id = free.id and sittings.version = free.version
  returning free.*
), added as (${ADD_EVENTS('s.device', { epoch: 's.epoch', seq: 's.seq', events: 's.events' }, 's.now')}
), fixed as (${FIX_LOG('s.device', 's.log', 's.now')}
)
select id, ${OTHERS('s.id', 's.writing')} as others from s`;

const rowsSchema = z.array(z.extend(appendedSchema, { id: z.string() }));

type Push = { append: Append; by: { tokenHash: string } };

/** A group holds at most one push of each sitting. */
function fits(group: readonly Push[], { append: { sitting, events } }: Push): boolean {
  const all = group.reduce((sum, { append }) => sum + append.events.length, events.length);
  return all <= MOST_EVENTS && group.every(({ append }) => append.sitting.id !== sitting.id);
}

const append = inGroups<Push, Appended | null>(fits, async (db, group) => {
  try {
    const rows = rowsSchema.parse(
      await db.rows(APPEND_TOGETHER, [JSON.stringify(group.map(toRow))]),
    );
    const written = new Map(rows.map((row) => [row.id, row]));
    return group.map(({ append: { sitting } }) => {
      const row = written.get(sitting.id) ?? null;
      if (row) noteRow(db, sitting);
      return row;
    });
  } catch (error) {
    if (isDatabaseGone(error)) throw error;
    return group.map((push) => appendEvents(db, push.append, push.by));
  }
});

/**
 * @returns null when the sitting has changed, the session is no longer valid, or somebody else is writing to the sitting: read again
 * and append alone
 */
export function appendTogether(
  db: Database,
  push: Append,
  by: { tokenHash: string },
): Promise<Appended | null> {
  return append(db, { append: push, by });
}

function toRow({ append, by }: Push) {
  const { sitting, deviceId, events, counted, now, more, writing } = append;
  const [answered, pages] = countsParams(counted);
  return {
    id: sitting.id,
    version: sitting.version,
    device: deviceId,
    ...arrivalOf(events),
    answered,
    pages,
    now,
    waiting: more.waiting ?? 0,
    log: more.log ?? {},
    writing,
    hash: by.tokenHash,
  };
}
