// Works out how a candidate's clock will stand once the server has received the acts that wait on this phone. The board
// offers Pause or Resume accordingly.
import type { HallAct } from '#contract/hall/acts.ts';
import type { BoardRow } from '#contract/hall/board.ts';

export type SeatClock = 'runs' | 'stands' | 'is over';

/**
 * @param waiting the acts for this candidate that the server lacks, in the order in which they were done
 * @param now by the server's clock, ms
 */
export function clockOnceSent(
  { deadline, pausedAt }: Pick<BoardRow, 'deadline' | 'pausedAt'>,
  waiting: readonly HallAct[],
  now: number,
): SeatClock {
  let end = deadline === null ? Number.POSITIVE_INFINITY : Date.parse(deadline);
  let stoodFrom = pausedAt === null ? null : Date.parse(pausedAt);
  for (const act of waiting) {
    const at = Date.parse(act.doneAt);
    if (act.kind === 'extra-time') end += act.minutes * 60_000;
    else if (act.kind === 'pause' && at < end) stoodFrom ??= at;
    else if (act.kind === 'resume' && stoodFrom !== null) {
      end += Math.max(0, at - stoodFrom);
      stoodFrom = null;
    }
  }
  if (stoodFrom !== null) return 'stands';
  return now < end ? 'runs' : 'is over';
}
