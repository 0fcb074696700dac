// Translates a sitting's row into the terms of the sitting machine.
import type { SittingFacts } from '#machines/sitting/sitting-events.ts';
import type { SittingRow } from '../local-db/rows.ts';

export function factsOf(row: SittingRow): SittingFacts {
  const { sittingId, startedAt, deadline, pausedAt, handIn, receipt, epoch, writerEpoch } = row;
  const { serverState } = row;
  const mine = epoch === writerEpoch;
  // A submission in an old epoch gets no receipt: the device that has the turn submits.
  const submitted = handIn !== null && mine;
  const received = receipt !== null;
  return {
    sittingId,
    startedAt,
    deadline,
    pausedAt,
    submitted,
    unconfirmed: submitted && !handIn.confirmed,
    received,
    mine,
    submittedElsewhere: serverState === 'submitted' && !submitted && !received,
    endedElsewhere: serverState !== 'open' && !mine && !received,
  };
}
