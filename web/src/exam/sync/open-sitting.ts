// Opening: the server hands out the paper, the deadline and the turn; the phone stores all three (rules 6, 10).
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { readDeviceId } from '../local-db/device-id.ts';
import { findSitting } from '../local-db/read-sitting.ts';
import { storeOpened } from '../local-db/store-opened.ts';
import { drainSitting } from './drain-outbox.ts';
import { momentOf } from './moment.ts';
import type { SyncDeps } from './push-batch.ts';

/** @throws ApiProblem, StorageTrouble, or the signal's reason */
export async function openSitting(
  deps: SyncDeps,
  { uid, examId, takeOver }: { uid: string; examId: string; takeOver: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { db, wire, clock } = deps;
  const deviceId = await readDeviceId(db);
  const before = await findSitting(db, uid, examId);
  // What was done under the old turn must be in the log before the new turn's answers are read from it.
  if (before && takeOver) await drainSitting(deps, before.sittingId, signal);
  const reply = await wire.open(
    examId,
    { protocol: PROTOCOL, deviceId, ...(takeOver && { takeOver }) },
    signal,
  );
  await storeOpened(
    db,
    uid,
    deviceId,
    reply,
    momentOf(clock, { startedAt: Date.parse(reply.startedAt) }),
    { clock: clock.mark(), session: deps.session() },
  );
}
