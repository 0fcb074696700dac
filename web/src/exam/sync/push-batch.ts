// Sends a batch of events to the server's log, and stores the server's reply on the phone.
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import type { HeardBeacon, PushRequest } from '#contract/wire/sync.ts';
import { logDigestText } from '#machines/sitting/digest.ts';
import type { KeptSession } from '#web/exam/local-db/keep-facts.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import type { LocalDb } from '../local-db/database.ts';
import { outboxOf, readOwed } from '../local-db/read-sitting.ts';
import { recordAcked } from '../local-db/record-acked.ts';
import type { OutboxRow, SittingRow } from '../local-db/rows.ts';
import { withStorage } from '../local-db/storage-trouble.ts';
import { proofOf } from './device-id.ts';
import type { ServerClock } from './server-clock.ts';
import { sha256Hex } from './sha256.ts';
import type { Wire } from './wire.ts';

export type SyncDeps = {
  db: LocalDb;
  wire: Wire;
  clock: ServerClock;
  /** Who is signed in; stored beside the sitting. */
  session: () => KeptSession | null;
};

/**
 * An empty batch only asks for a beacon.
 * @param events of one epoch, in order [SY4]
 * @throws ApiProblem also when the server acknowledged less than was sent; it may hold more later
 */
export async function pushBatch(
  { db, wire, clock }: SyncDeps,
  sitting: SittingRow,
  events: readonly OutboxRow[],
  signal: AbortSignal,
): Promise<void> {
  const { sittingId, deviceId, epoch } = sitting;
  const owed = await withStorage(db, () => readOwed(db, sitting));
  const reply = await wire.push(
    {
      protocol: PROTOCOL,
      sittingId,
      deviceId,
      ...(await proofOf(db, deviceId)),
      epoch: events[0]?.epoch ?? epoch,
      events: events.map(toEvent),
      waiting: Math.max(0, owed.all - events.length),
      ...(owed.acts > events.length && { log: await fixLog(db, sittingId) }),
      ...beaconsToSend(sitting, clock),
      ...(epoch > 1 && { others: sitting.others }),
    },
    signal,
  );
  await recordAcked(db, sittingId, reply, null, clock.believedAt(reply.serverTime));
  if (reply.acked < (events.at(-1)?.seq ?? 0)) throw gapOnTheServer();
}

/** The most events that one digest covers: about 300 kB to hash. */
const MOST_FIXED = 2_000;

/** A digest of the waiting events: when it arrives in time, it proves what arrives later (decision 24). */
async function fixLog(db: LocalDb, sittingId: string): Promise<PushRequest['log']> {
  const rows = await withStorage(db, () => outboxOf(db, sittingId, MOST_FIXED));
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return undefined;
  const digest = await sha256Hex(new TextEncoder().encode(logDigestText(rows)));
  return { after: first.seq - 1, seq: last.seq, digest };
}

/** Beacons are sent only after the deadline: what arrives before needs no other evidence than its arrival. */
export function beaconsToSend(
  { words: beacons, deadline }: SittingRow,
  clock: ServerClock,
): { words?: HeardBeacon[] } {
  return clock.now() > deadline && beacons.length > 0 ? { words: beacons } : {};
}

export function gapOnTheServer(): ApiProblem {
  return new ApiProblem('unavailable', 'The exam server is missing earlier answers.', 'later');
}

export function pageOnAnotherPhone(): ApiProblem {
  return new ApiProblem(
    'unavailable',
    'A page of your answer is only on your other phone.',
    'later',
  );
}

/** An outbox row in the shape that the wire has. */
export function toEvent({ sittingId: _sitting, epoch: _turn, ...event }: OutboxRow) {
  return event;
}
