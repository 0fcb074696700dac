// Holds the server's clock against the database's, which may be another machine's, and says what is wrong where an operator looks.
import { uptime } from 'node:os';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { countClockStep, observeDoubt } from '#api/services/metrics/registry.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import { type Clock, type ClockNews, createClock } from './steady-clock.ts';

const SAYS: Readonly<Record<ClockNews['is'], string>> = {
  stepped:
    'the machine’s clock was set and is not followed: put it right, or restart the server if it is right now',
  back: 'the machine’s clock shows the server’s time again',
  believed: 'the machine’s clock stayed as it was set, and is followed from now on',
  apart: 'the database’s clock shows another time: put the wrong one right',
  together: 'the database’s clock shows the server’s time again',
  behind:
    'Activity has entries from a time that is still to come: put the machine’s clock right, or wait a quarter of an hour if it is right now',
  past: 'Activity’s entries no longer keep sittings from being closed',
};

export function machineClock(log: Pick<Logger, 'error'>): Clock {
  const readings = {
    wall: Date.now,
    measure: () => performance.now(),
    uptime: () => uptime() * 1_000,
  };
  return createClock(readings, ({ is, ms }) => {
    log.error({ clock: is, seconds: Math.round(ms / 1_000) }, SAYS[is]);
    if (is === 'stepped') countClockStep();
  });
}

const CLOCK = `select ${millis('clock_timestamp()')} as at`;
const clockSchema = z.object({ at: z.number() });

/** What the database's clock shows, in milliseconds since 1970; also of one that has no tables yet. */
export async function readDatabaseClock(db: Database): Promise<number> {
  return clockSchema.parse((await db.rows(CLOCK, []))[0]).at;
}

const TIMES = `select ${millis('clock_timestamp()')} as at, ${millis('(select max(at) from audit_log)')} as newest`;
const timesSchema = z.object({ at: z.number(), newest: z.nullable(z.number()) });

export async function watchClock(
  db: Database,
  clock: Pick<Clock, 'now' | 'compare' | 'compareWritten' | 'isInDoubt'>,
): Promise<void> {
  observeDoubt(clock.isInDoubt());
  const before = clock.now();
  const { at, newest } = timesSchema.parse((await db.rows(TIMES, []))[0]);
  clock.compare(at, before, clock.now());
  if (newest !== null) clock.compareWritten(newest);
  observeDoubt(clock.isInDoubt());
}
