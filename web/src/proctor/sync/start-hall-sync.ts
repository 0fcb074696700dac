// Sends a proctor's acts by the same rules as a candidate's answers (state-machines/sync/SPEC.md): immediately when
// there is a network, again and again when there isn't. Each act has an id, so the server carries none out twice.
import { type ActorRefFrom, createActor, type EventObject, fromCallback } from 'xstate';
import * as z from 'zod/mini';
import { hallActSchema, hallOutcomesSchema } from '#contract/hall/acts.ts';
import { handOverReplySchema } from '#contract/hall/hand-over.ts';
import { beaconSchema } from '#contract/wire/sync.ts';
import { type DrainOutcome, type SyncEvent, syncMachine } from '#machines/sync/sync.machine.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { type Api, api, apiOf, onAnswered } from '#web/shared/http.ts';
import { tokenOf } from '#web/shared/session.ts';
import { onSessionChange } from '#web/shared/session-watch.ts';
import { type HallDb, type QueuedRow, readOwnDevice } from '../local-db/hall-db.ts';
import { closeQueued, keepReply, waitingOf, watchQueue } from '../local-db/queue.ts';
import { doubtStreams } from './follow-board.ts';
import { hearHallClock } from './hall-clock.ts';

export type HallSync = { actor: ActorRefFrom<typeof syncMachine>; stop(): void };

/** The most acts that the server accepts in one request. */
const BATCH = 50;

export function startHallSync(db: HallDb, uid: string): HallSync {
  const own = apiOf(uid);
  const drain = fromCallback<EventObject>(({ sendBack }) => {
    const stop = new AbortController();
    const finish = (outcome: DrainOutcome) => {
      if (!stop.signal.aborted) sendBack(outcome);
    };
    if (tokenOf(uid) === null) finish({ type: 'SIGN_IN_NEEDED' });
    else
      sendAll(db, uid, own, stop.signal).then(
        () => finish({ type: 'DRAINED' }),
        (error: unknown) => finish(outcomeOf(error)),
      );
    return () => stop.abort();
  });
  const probe = fromCallback<EventObject>(({ sendBack }) => {
    const stop = new AbortController();
    api.get('sync/time', beaconSchema, { signal: stop.signal, auth: false }).then(
      () => sendBack({ type: 'FOUND' } satisfies SyncEvent),
      () => {},
    );
    return () => stop.abort();
  });
  const actor = createActor(syncMachine.provide({ actors: { drain, probe } }));
  actor.start();

  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('online', () => actor.send({ type: 'NETWORK_BACK' }), { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      const away = document.visibilityState !== 'visible';
      actor.send({ type: 'SEEN', away });
      if (!away) actor.send({ type: 'WAKE' });
    },
    { signal },
  );
  const stopHearing = onAnswered(() => actor.send({ type: 'ANSWERED' }));
  const stopSession = onSessionChange(() => {
    if (tokenOf(uid)) actor.send({ type: 'SIGNED_IN' });
  });
  let known = new Set<string>();
  const stopWatching = watchQueue(db, uid, (rows) => {
    const waiting = rows.filter((row) => row.waiting === 1).map(({ id }) => id);
    if (waiting.some((id) => !known.has(id))) actor.send({ type: 'CHANGED' });
    known = new Set(waiting);
  });
  return {
    actor,
    stop() {
      stop.abort();
      stopHearing();
      stopSession();
      stopWatching();
      actor.stop();
    },
  };
}

/**
 * Sends the acts in the order in which they were done, then the hand-overs, because a hand-over may depend on an act.
 * An act that the server can't read doesn't hold up the rest.
 */
export async function sendAll(
  db: HallDb,
  uid: string,
  own: Api,
  signal: AbortSignal,
): Promise<void> {
  const deviceId = await readOwnDevice(db);
  for (let atOnce = BATCH; ; ) {
    signal.throwIfAborted();
    const waiting = await waitingOf(db, uid);
    const batch = waiting.filter(({ kind }) => kind === 'act').slice(0, atOnce);
    const [first] = batch;
    if (!first) {
      if (waiting.length === 0) return;
      await sendHandOvers(db, waiting, own, signal);
      continue;
    }
    try {
      await sendActs(db, batch, deviceId, own, signal);
    } catch (error) {
      if (!isOfItsShape(error)) throw error;
      // Halving finds the one that the server can't read in a dozen requests.
      atOnce = batch.length === 1 ? BATCH : Math.ceil(batch.length / 2);
      if (batch.length === 1) await closeQueued(db, first.id, error.message);
    }
  }
}

function isOfItsShape(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && ['invalid', 'too-large', 'unreadable'].includes(error.code);
}

/** Problems of one hand-over or its sitting. Sending the same hand-over again would bring the same problem. */
const OF_A_HAND_OVER: ReadonlySet<string> = new Set([
  'handover-refused',
  'device-not-allowed',
  'not-open-yet',
]);

/** A hand-over that makes the server fail stays in the queue, and the others are sent all the same. */
async function sendHandOvers(
  db: HallDb,
  waiting: readonly QueuedRow[],
  own: Api,
  signal: AbortSignal,
): Promise<void> {
  let stumbled: unknown = null;
  for (const row of waiting) {
    signal.throwIfAborted();
    try {
      await sendHandOver(db, row, own, signal);
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'internal') throw error;
      stumbled ??= error;
    }
  }
  if (stumbled !== null) throw stumbled;
}

/**
 * A refused hand-over no longer waits, so it doesn't hold up the others. The proctor can take it in again from the
 * candidate's phone.
 */
async function sendHandOver(
  db: HallDb,
  { id, body, doneAt }: QueuedRow,
  own: Api,
  signal: AbortSignal,
): Promise<void> {
  const takenAt = new Date(doneAt).toISOString();
  const given = handOverBodySchema.safeParse(body).data;
  try {
    if (!given) throw new ApiProblem('unreadable', 'Please take this one in again.', 'never');
    const reply = await ('bytes' in given
      ? own.post(
          `sync/handover?takenAt=${takenAt}`,
          given.bytes.slice().buffer,
          handOverReplySchema,
          { signal },
        )
      : own.post('sync/handover', { text: given.text, takenAt }, handOverReplySchema, { signal }));
    await keepReply(db, id, reply);
  } catch (error) {
    const isRefused = error instanceof ApiProblem && OF_A_HAND_OVER.has(error.code);
    if (!isRefused && !isOfItsShape(error)) throw error;
    await closeQueued(db, id, error.message);
  }
}

const handOverBodySchema = z.union([
  z.object({ bytes: z.instanceof(Uint8Array) }),
  z.object({ text: z.string() }),
]);

async function sendActs(
  db: HallDb,
  batch: readonly QueuedRow[],
  deviceId: string,
  own: Api,
  signal: AbortSignal,
): Promise<void> {
  const acts = batch.flatMap(({ body }) => hallActSchema.safeParse(body).data ?? []);
  const unreadable = batch.filter(({ body }) => !hallActSchema.safeParse(body).success);
  for (const { id } of unreadable)
    await closeQueued(db, id, 'A different version of the app saved this. Please do it again.');
  if (acts.length === 0) return;
  const askedAt = performance.now();
  const reply = await own.post('proctor/acts', { deviceId, acts }, hallOutcomesSchema, { signal });
  await hearHallClock(db, reply.now, askedAt);
  for (const { id, outcome, sentence } of reply.outcomes)
    await closeQueued(db, id, outcome === 'done' ? null : sentence);
}

function outcomeOf(error: unknown): DrainOutcome {
  const chance = Math.random();
  if (!(error instanceof ApiProblem)) {
    console.error('What was done could not be sent', error);
    return { type: 'FAILED', answered: true, chance, retryAfterMs: null };
  }
  if (error.retry === 'after-sign-in') return { type: 'SIGN_IN_NEEDED' };
  if (error.retry === 'never') return { type: 'REFUSED', message: error.message };
  const answered = error.code !== 'offline' && error.code !== 'unreadable-reply';
  if (!answered) doubtStreams();
  return { type: 'FAILED', answered, chance, retryAfterMs: error.retryAfterMs };
}
