/**
 * The clock that decides the time of every sitting. It follows the machine's clock as long as that keeps time. If someone
 * sets the machine's clock while the server is running, this clock continues on the processor's own counter until the right
 * time is known (decision 95). While in doubt, nothing is closed or deleted. `createClock` is pure: readings are passed in,
 * all in milliseconds.
 */
import { uptime } from 'node:os';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { countClockStep, observeDoubt } from '#api/services/health/health.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';

/** A smaller change of the machine's clock is followed at once: a time service makes it, and no sitting notices it. */
export const STEP_MS = 30_000;

/**
 * An operator has this long to put the clock right. After that the machine's time is followed, unless the database's clock
 * contradicts it.
 */
export const BELIEVED_AFTER_MS = 15 * 60_000;

/** Nothing is deleted for this long after a doubt, because a deletion can't be undone and none is urgent. */
export const NO_DELETING_MS = 24 * 60 * 60_000;

/** More than the clocks of two servers differ by: each writes entries with its own time. */
const BEHIND_MS = 5 * 60_000;

/** A larger difference between two clocks of one kernel isn't rounding: the machine was asleep. */
const ASLEEP_MS = 1_000;

type Readings = {
  /** The machine's clock, which someone may set. */
  wall(): number;
  /** A counter that nobody can set. It stops while the machine sleeps. */
  measure(): number;
  /** A counter that nobody can set. It goes on while the machine sleeps. */
  uptime(): number;
};

/**
 * `stepped`: the machine's clock was set and is not followed · `back`: it shows this clock's time again · `believed`: it is
 * followed after all · `apart`: the database's clock shows another time · `together`: the database's clock shows the same
 * time again · `behind`: the newest entry is from a time that is still to come · `past`: it no longer is, or it has been for
 * a quarter of an hour
 */
type ClockNews = {
  is: 'stepped' | 'back' | 'believed' | 'apart' | 'together' | 'behind' | 'past';
  ms: number;
};

export type Clock = {
  /** Whole milliseconds since 1970. */
  now(): number;
  /** @param theirs what the database's clock showed between `before` and `after` */
  compare(theirs: number, before: number, after: number): void;
  /** @param newest the time of the newest entry in the audit log */
  compareWritten(newest: number): void;
  isInDoubt(): boolean;
  mayClose(): boolean;
  mayDelete(): boolean;
};

export function createClock(
  { wall, measure, uptime }: Readings,
  tell: (news: ClockNews) => void,
): Clock {
  /** Add this to `measure` to get the time. */
  let ahead = wall() - measure();
  let slept = uptime() - measure();
  /** By how much the machine's clock was set. `isContradicted`: the database's clock agrees with this clock instead. */
  let step: { since: number; ms: number; isContradicted: boolean } | null = null;
  let apartSince: number | null = null;
  let behindSince: number | null = null;
  /** Entries up to this time were written by a clock that was ahead, so they prove nothing. */
  let writtenAhead = Number.NEGATIVE_INFINITY;
  let lastDoubt = Number.NEGATIVE_INFINITY;

  /** Whole milliseconds, because the database refuses fractions. */
  const told = (measured: number) => Math.round(measured + ahead);

  function now(): number {
    const measured = measure();
    const off = wall() - (measured + ahead);
    if (Math.abs(off) > STEP_MS) return afterStep(measured, off);
    ahead += off;
    if (step) {
      lastDoubt = measured;
      step = null;
      tell({ is: 'back', ms: off });
    }
    return told(measured);
  }

  function afterStep(measured: number, off: number): number {
    const asleep = uptime() - measured - slept;
    if (asleep > ASLEEP_MS) {
      slept += asleep;
      ahead += asleep;
      return now();
    }
    if (!step || Math.abs(off - step.ms) > STEP_MS) {
      step = { since: measured, ms: off, isContradicted: false };
      tell({ is: 'stepped', ms: off });
    } else if (measured - step.since >= BELIEVED_AFTER_MS && !step.isContradicted) {
      ahead += off;
      step = null;
      lastDoubt = measured;
      tell({ is: 'believed', ms: off });
    }
    return told(measured);
  }

  function compare(theirs: number, before: number, after: number): void {
    const isApart = theirs < before - STEP_MS || theirs > after + STEP_MS;
    // A database that agrees with the machine's clock may run on the same machine, so its agreement proves nothing.
    if (step) {
      step.isContradicted = !isApart;
      return;
    }
    const ms = theirs - after;
    if (isApart && apartSince === null) {
      apartSince = measure();
      tell({ is: 'apart', ms });
    } else if (!isApart && apartSince !== null) {
      apartSince = null;
      lastDoubt = measure();
      tell({ is: 'together', ms });
    }
  }

  // A machine that starts with its clock behind, or is resumed from a snapshot while its database isn't, would give every
  // sitting more time. A clock that used to be ahead leaves the same trace, so after a while this time is believed, too.
  function compareWritten(newest: number): void {
    const ms = newest - now();
    const isBehind = ms > BEHIND_MS && newest > writtenAhead;
    if (isBehind && behindSince === null) {
      behindSince = measure();
      tell({ is: 'behind', ms });
    }
    if (behindSince === null) return;
    if (isBehind && measure() - behindSince < BELIEVED_AFTER_MS) return;
    if (isBehind) writtenAhead = newest;
    behindSince = null;
    lastDoubt = measure();
    tell({ is: 'past', ms });
  }

  const isInDoubt = () => {
    now();
    return step !== null || apartSince !== null || behindSince !== null;
  };
  return {
    now,
    compare,
    compareWritten,
    isInDoubt,
    mayClose() {
      now();
      if (step || behindSince !== null) return false;
      return apartSince === null || measure() - apartSince >= BELIEVED_AFTER_MS;
    },
    mayDelete: () => !isInDoubt() && measure() - lastDoubt >= NO_DELETING_MS,
  };
}

// Compares the server's clock with the database's, which may be on another machine, and logs what is wrong for the
// operator.
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

/** The database's time in milliseconds since 1970. It works on a database without tables, too. */
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
