// Phones in a sitting that are connected: told to send at once when something is to be heard, such as extra time.
import * as z from 'zod/mini';
import { sittingStates } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { Caller } from '../auth/find-session.ts';
import { hearChanges } from './changes.ts';
import { timeTold } from './time-told.ts';

type Sink = { send(event: { event: string; data: unknown }): void };
type Downlink = { phones: Map<string, Set<Sink>>; listening: Promise<() => void> | null };
const downlinks = new WeakMap<Database, Downlink>();

const READ = `select uid, state, ${millis('deadline_at')} as deadline, ${millis('paused_at')} as paused from sittings where id = $1`;
const foundSchema = z.object({
  uid: z.string(),
  state: z.enum(sittingStates),
  deadline: z.number(),
  paused: z.nullable(z.number()),
});

/** @returns how to stop. @throws Problem not-found, forbidden */
export async function connectPhone(
  deps: Deps,
  caller: Caller,
  sittingId: string,
  sink: Sink,
): Promise<() => void> {
  const read = async () => {
    const [row] = await deps.db.rows(READ, [sittingId]);
    if (!row) throw new Problem('not-found');
    return foundSchema.parse(row);
  };
  if ((await read()).uid !== caller.uid) throw new Problem('forbidden');
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
  // It may have missed something while it was away.
  const { state, deadline, paused } = await read();
  sink.send({ event: 'standing', data: timeTold({ state, deadline, paused }) });
  return () => {
    own.delete(sink);
    if (own.size === 0) phones.delete(sittingId);
  };
}
