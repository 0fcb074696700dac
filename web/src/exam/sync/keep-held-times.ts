// The exam's page has told its times: the sealed paper on this phone goes by them too.
import { agreedSeconds } from '#machines/sitting/deadline.ts';
import type { LocalDb } from '../local-db/database.ts';
import type { HeldPaper } from '../local-db/rows.ts';
import { changeHeldPaper } from '../local-db/sealed-paper.ts';

/** The phone's clock may be a little behind the server's. */
const CLOCK_MARGIN_MS = 60_000;

/**
 * As long as the start that the paper is for was still to come: moved later than that, it counts from the start that it is
 * for, never from the new one [AT16] [AT17].
 */
export function keepHeldTimes(
  db: LocalDb,
  which: { uid: string; examId: string },
  { startsAt, durationMinutes }: { startsAt: number; durationMinutes: number },
  now: number,
): Promise<void> {
  return changeHeldPaper(db, which, (held) =>
    now > held.startsAt - CLOCK_MARGIN_MS
      ? null
      : { ...held, startsAt, durationMinutes, extraSeconds: extraFor(held, durationMinutes) },
  );
}

/** What was agreed beforehand is a share of the duration, what a proctor gave is not. Never more than the server counts. */
function extraFor(held: HeldPaper, durationMinutes: number): number {
  const { extraSeconds, extraPercent } = held;
  // Told by a server that said only how much in all.
  if (extraPercent === undefined)
    return Math.floor(extraSeconds * Math.min(1, durationMinutes / held.durationMinutes));
  const given = extraSeconds - agreedSeconds(held.durationMinutes, extraPercent);
  return given + agreedSeconds(durationMinutes, extraPercent);
}
