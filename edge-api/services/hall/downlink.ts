// Phones in a sitting that are connected: told to send at once when something is to be heard, such as extra time.
import * as z from 'zod/mini';
import type { Database } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { Caller } from '../auth/find-session.ts';
import { hearChanges } from './changes.ts';

type Sink = { send(event: { event: string; data: unknown }): void };
type Downlink = { phones: Map<string, Set<Sink>>; listening: Promise<() => void> | null };
const downlinks = new WeakMap<Database, Downlink>();

const foundSchema = z.object({ uid: z.string() });

/** @returns how to stop. @throws Problem not-found, forbidden */
export async function connectPhone(
  deps: Deps,
  caller: Caller,
  sittingId: string,
  sink: Sink,
): Promise<() => void> {
  const [row] = await deps.db.rows('select uid from sittings where id = $1', [sittingId]);
  if (!row) throw new Problem('not-found');
  if (foundSchema.parse(row).uid !== caller.uid) throw new Problem('forbidden');
  const downlink = downlinks.get(deps.db) ?? { phones: new Map(), listening: null };
  downlinks.set(deps.db, downlink);
  const { phones } = downlink;
  const look = (ids: Iterable<string>) => {
    for (const id of ids)
      for (const phone of phones.get(id) ?? []) phone.send({ event: 'look', data: {} });
  };
  downlink.listening ??= hearChanges(
    deps.db,
    ({ looks }) => look(looks),
    // What was told meanwhile is lost: a phone hears of it with its next push or report.
    () => {},
  ).catch((error: unknown) => {
    downlink.listening = null;
    throw error;
  });
  await downlink.listening;
  const own = phones.get(sittingId) ?? new Set();
  phones.set(sittingId, own.add(sink));
  // It may have missed a call while it was away.
  sink.send({ event: 'look', data: {} });
  return () => {
    own.delete(sink);
    if (own.size === 0) phones.delete(sittingId);
  };
}
