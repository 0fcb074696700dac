// Phones in a sitting that are connected: told to send at once when something is to be heard, such as extra time. Whether
// their sessions are good yet is asked for all of them in one query, every half minute and when one of theirs has changed.
import * as z from 'zod/mini';
import { type Caller, GOOD_SESSION, MAY_SIT } from '#api/services/auth/sessions.ts';
import { type SittingState, sittingStates } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { hearChanges } from './changes.ts';

type Sink = { send(event: { event: string; data: unknown }): void; end(): void };
type Phone = { sink: Sink; caller: Caller };
type Downlink = {
  /** By sitting. */
  phones: Map<string, Set<Phone>>;
  listening: Promise<() => void> | null;
  timer: NodeJS.Timeout | null;
};
const downlinks = new WeakMap<Database, Downlink>();

const STILL_MS = 30_000;

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
  const downlink = downlinks.get(deps.db) ?? { phones: new Map(), listening: null, timer: null };
  downlinks.set(deps.db, downlink);
  const { phones } = downlink;
  downlink.listening ??= hearChanges(
    deps.db,
    ({ looks, rights }) => {
      for (const id of looks)
        for (const { sink: phone } of phones.get(id) ?? []) phone.send({ event: 'look', data: {} });
      if (rights) void endSignedOut(deps, downlink, new Set(rights));
    },
    // What was told meanwhile is lost: a phone hears of it with its next push or report.
    () => {},
  ).catch((error: unknown) => {
    downlink.listening = null;
    throw error;
  });
  await downlink.listening;
  downlink.timer ??= setInterval(() => void endSignedOut(deps, downlink), STILL_MS).unref();
  const own = phones.get(sittingId) ?? new Set();
  const phone = { sink, caller };
  phones.set(sittingId, own.add(phone));
  // It may have missed something while it was away.
  const { state, deadline, paused } = await read();
  sink.send({ event: 'standing', data: timeTold({ state, deadline, paused }) });
  return () => {
    own.delete(phone);
    if (own.size === 0 && phones.get(sittingId) === own) phones.delete(sittingId);
    if (phones.size > 0 || !downlink.timer) return;
    clearInterval(downlink.timer);
    downlink.timer = null;
  };
}

const GOOD = `select h.hash from jsonb_array_elements_text($1::text::jsonb) as h(hash)
  where (select ${MAY_SIT} from ${GOOD_SESSION('h.hash', '$2')})`;
const goodSchema = z.array(z.object({ hash: z.string() }));

/** @param uids of them only these */
async function endSignedOut(
  deps: Deps,
  { phones }: Downlink,
  uids: ReadonlySet<string> | null = null,
): Promise<void> {
  const asked = [...phones.values()]
    .flatMap((own) => [...own])
    .filter(({ caller }) => uids === null || uids.has(caller.uid));
  if (asked.length === 0) return;
  const hashes = [...new Set(asked.map(({ caller }) => caller.tokenHash))];
  try {
    const rows = await deps.db.rows(GOOD, [JSON.stringify(hashes), deps.now()]);
    const good = new Set(goodSchema.parse(rows).map(({ hash }) => hash));
    for (const { caller, sink } of asked) if (!good.has(caller.tokenHash)) sink.end();
  } catch (error) {
    deps.log.warn({ err: error }, 'the sessions of connected phones could not be read');
  }
}

/** The least that tells a device whether something has changed that it must ask for. */
export function timeTold({
  state,
  deadline,
  paused,
}: {
  state: SittingState;
  deadline: number;
  paused: number | null;
}) {
  return {
    deadline: new Date(deadline).toISOString(),
    ...(paused !== null && { pausedAt: new Date(paused).toISOString() }),
    state,
  };
}
