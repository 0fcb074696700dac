// Some events to the log, and the server's word on them back to the phone.
import { PROTOCOL } from '#contract/protocol-version.ts';
import { ApiProblem } from '../lib/api-problem.ts';
import type { LocalDb } from '../local-db/database.ts';
import type { KeptSession } from '../local-db/keep-session.ts';
import { readOwed } from '../local-db/read-owed.ts';
import type { OutboxRow, SittingRow } from '../local-db/rows.ts';
import { settleAcked } from '../local-db/settle-acked.ts';
import type { ServerClock } from './server-clock.ts';
import type { Wire } from './wire.ts';

export type SyncDeps = {
  db: LocalDb;
  wire: Wire;
  clock: ServerClock;
  /** Who is signed in, to be kept beside the sitting. */
  session: () => KeptSession | null;
};

/**
 * An empty batch asks for the server's word only.
 * @param events of one turn, in order [SY4]
 * @throws ApiProblem also when the server acknowledged less than it was sent: later it may hold more
 */
export async function pushBatch(
  { db, wire }: SyncDeps,
  sitting: SittingRow,
  events: readonly OutboxRow[],
  signal: AbortSignal,
): Promise<void> {
  const { sittingId, deviceId, epoch } = sitting;
  const owed = await readOwed(db, sitting);
  const reply = await wire.push(
    {
      protocol: PROTOCOL,
      sittingId,
      deviceId,
      epoch: events[0]?.epoch ?? epoch,
      events: events.map(toEvent),
      waiting: Math.max(0, owed.all - events.length),
    },
    signal,
  );
  await settleAcked(db, sittingId, reply);
  if (reply.acked < (events.at(-1)?.seq ?? 0)) throw gapOnTheServer();
}

export function gapOnTheServer(): ApiProblem {
  return new ApiProblem('unavailable', 'The exam server is missing earlier answers.', 'later');
}

/** An outbox row as the wire has it. */
export function toEvent({ sittingId: _sitting, epoch: _turn, ...event }: OutboxRow) {
  return event;
}
