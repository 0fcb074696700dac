// A sitting's row in the sitting machine's words.
import type { SittingFacts } from '#machines/sitting/sitting-events.ts';
import type { SittingRow } from '../local-db/rows.ts';

export function factsOf(row: SittingRow): SittingFacts {
  const { sittingId, startedAt, deadline, pausedAt, handIn, receipt, epoch, writerEpoch } = row;
  const { serverState } = row;
  const mine = epoch === writerEpoch;
  return {
    sittingId,
    startedAt,
    deadline,
    pausedAt,
    // A submission under an old turn gets no receipt: the device that has the turn submits.
    submitted: handIn !== null && mine,
    received: receipt !== null,
    mine,
    submittedElsewhere:
      serverState === 'submitted' && (handIn === null || !mine) && receipt === null,
    endedElsewhere: serverState !== 'open' && !mine && receipt === null,
  };
}
