// Whether Postgres keeps what it confirms, has enough connections for the servers, and has the same time as they do.

import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { readDatabaseClock } from '#api/services/clock/steady-clock.ts';
import type { Database } from '#db/client.ts';
import { migrationsLeft } from '#db/database.ts';
import { instant } from '#db/instants.ts';
import { lookAtPrimary, lookAtStandby, lookingAt } from '#db/open-replica.ts';
import { codeOf, type Finding, fail, ok, warn } from './finding.ts';

const OLDEST = 150_000;
/** The connections of one server process: its pool and one that listens, and two more while it starts. */
const CONNECTIONS_OF_ONE = 13;
/** A phone's time evidence is accurate to a second or two (decision 4). */
const CLOCK_WARN_MS = 500;
const CLOCK_FAIL_MS = 2_000;

const serverSchema = z.object({
  version: z.int(),
  named: z.string(),
  fsync: z.string(),
  commit: z.string(),
  pages: z.string(),
  standby: z.boolean(),
  free: z.int(),
  archive: z.string(),
  archive_fails: z.boolean(),
  trigrams: z.boolean(),
});

const SERVER = `select current_setting('server_version_num')::int as version, current_setting('server_version') as named,
  current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
  current_setting('full_page_writes') as pages, pg_is_in_recovery() as standby,
  (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - (select count(*) from pg_stat_activity where backend_type = 'client backend'))::int as free,
  current_setting('archive_mode') as archive,
  (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) from pg_stat_archiver) as archive_fails,
  exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams`;

export async function lookAtDatabase(db: Database, now: () => number): Promise<Finding[]> {
  const found = db.kind === 'pglite' ? [ofEmbedded] : await ofServer(db, now);
  return [...found, await ofMigrations(db)];
}

/** More than the difference between two machines' clocks that the doctor already reports as a failure. */
const FROM_LATER_MS = 60_000;

/** Looks for audit entries from the future: a server whose clock was ahead has written them, or this clock is behind. */
export async function lookAtTimes(db: Database, now: number): Promise<Finding[]> {
  const rows = await db.rows(`select from audit_log where at > ${instant('$1')} limit 1`, [
    now + FROM_LATER_MS,
  ]);
  const says =
    'Activity has entries from a time that is still to come: a server’s clock was ahead, or this one is behind';
  return rows.length > 0 ? [fail('clock', says)] : [];
}

const ofEmbedded = warn(
  'database',
  'embedded: one process, no standby, no restore to a point in time. Set DATABASE_URL for a real exam',
);

async function ofServer(db: Database, now: () => number): Promise<Finding[]> {
  const server = serverSchema.parse((await db.rows(SERVER, []))[0]);
  const about = 'database';
  const found = [
    server.version < OLDEST
      ? fail(about, `PostgreSQL ${server.named}; 15 or newer is needed`)
      : ok(about, `PostgreSQL ${server.named} answers`),
  ];
  if (server.standby) found.push(fail(about, 'is a standby and takes no writes'));
  for (const [name, value] of [
    ['fsync', server.fsync],
    ['synchronous_commit', server.commit],
    ['full_page_writes', server.pages],
  ] as const) {
    if (value === 'off')
      found.push(fail('durability', `${name} is off: a crash loses answers that were confirmed`));
  }
  if (found.every(({ level }) => level === 'ok'))
    found.push(
      ok('durability', `what is confirmed is on disk (synchronous_commit ${server.commit})`),
    );
  if (server.archive === 'off')
    found.push(warn('backup', 'archive_mode is off: no restore to a point in time'));
  else if (server.archive_fails)
    found.push(fail('backup', 'the last write-ahead log could not be archived'));
  else found.push(ok('backup', 'write-ahead logs are archived'));
  found.push(
    server.free < CONNECTIONS_OF_ONE
      ? fail('connections', `${server.free} free; one server process uses ${CONNECTIONS_OF_ONE}`)
      : ok('connections', `${server.free} free, ${CONNECTIONS_OF_ONE} for each server process`),
  );
  if (!server.trigrams)
    found.push(fail('extension', 'pg_trgm is not installed (Debian: postgresql)'));
  return [...found, await ofClock(db, now)];
}

async function ofClock(db: Database, now: () => number): Promise<Finding> {
  const before = now();
  const at = await readDatabaseClock(db);
  // The database read its clock at some moment between `before` and now, so only a difference beyond that counts.
  const apart = at < before ? at - before : Math.max(0, at - now());
  return ofDifference('the database’s', apart);
}

/** @param ms how far the other clock is ahead of ours; negative if it is behind */
export function ofDifference(whose: string, ms: number): Finding {
  const off = Math.abs(ms);
  const says = `${(off / 1_000).toFixed(1)} s ${ms < 0 ? 'ahead of' : 'behind'} ${whose}`;
  if (off < CLOCK_WARN_MS) return ok('clock', `the same as ${whose}`);
  const mend = 'see to chrony or systemd-timesyncd on both machines';
  return off < CLOCK_FAIL_MS
    ? warn('clock', `${says}; ${mend}`)
    : fail('clock', `${says}; ${mend}`);
}

async function ofMigrations(db: Database): Promise<Finding> {
  const { done, left, newer } = await migrationsLeft(db);
  const about = 'migrations';
  if (newer > 0) return fail(about, `${newer} were made by a newer version than this one`);
  if (done === 0) return warn(about, 'none yet: this database is empty. Start the server once');
  if (left > 0) return warn(about, `${left} left to do: they run when this version starts`);
  return ok(about, `all ${done} done`);
}

// Whether the standby for the office's lists belongs to this database and keeps up with it.

const ABOUT = 'replica';
const ASKED_EVERY_MS = 100;
const PATIENCE_MS = 5_000;

/** @param patienceMs how long the standby may take to reach the primary's present position */
export async function lookAtReplica(
  db: Database,
  { readUrl }: { readUrl: string },
  patienceMs = PATIENCE_MS,
): Promise<Finding[]> {
  const { ask, close } = lookingAt(readUrl);
  try {
    const primary = await lookAtPrimary((statement) => db.rows(statement, []));
    const began = performance.now();
    for (;;) {
      const { standby, position, system } = await lookAtStandby(ask);
      if (system !== primary.system)
        return [fail(ABOUT, 'DATABASE_READ_URL leads to another cluster than DATABASE_URL')];
      if (!standby || position === null)
        return [fail(ABOUT, 'DATABASE_READ_URL leads to no standby: it takes writes')];
      const took = performance.now() - began;
      if (position >= primary.position)
        return [ok(ABOUT, `follows the primary within ${Math.ceil(took / 100) / 10} s`)];
      if (took > patienceMs)
        return [warn(ABOUT, `is more than ${patienceMs / 1_000} s behind the primary`)];
      await pause(ASKED_EVERY_MS);
    }
  } catch (error) {
    return [warn(ABOUT, `can’t be asked (${codeOf(error)}): the primary answers lists`)];
  } finally {
    await close();
  }
}
