// What comes in, by whichever way, and since when it counts as received. What a proctor's phone or the operator of text
// messages took in counts from then on, however much later it is brought here: so the same work means the same, in
// whatever order and however often it comes.
import { noSeqs, seqsOf } from '#machines/sitting/log-so-far.ts';
import { type JudgedEvent, takeNew } from './judge-events.ts';
import type { StoredAct } from './read-sitting.ts';

/** Brought by somebody who may, not by the candidate's own session. */
export type Carried = {
  way: 'handover' | 'sms';
  /** Milliseconds by the server's clock, never after now. */
  receivedAt: number;
  /** A text message holds the answers and no event: they have their receipt without the log. */
  alone?: true;
};

export type Arrival = {
  /** Not in the log yet. */
  fresh: JudgedEvent[];
  /** To be written: those, and those of the log that are now known to have been received earlier. */
  news: JudgedEvent[];
  /** With all of them. */
  log: StoredAct[];
};

/** @param log of the whole sitting */
export function arrive(
  log: readonly StoredAct[],
  deviceId: string,
  judged: readonly JudgedEvent[],
  receivedAt: number,
): Arrival {
  const stored = new Map(
    log.flatMap((act) => (act.deviceId === deviceId ? [[act.seq, act] as const] : [])),
  );
  const held = stored.size === 0 ? noSeqs : seqsOf(log, deviceId);
  const fresh = takeNew(judged, held);
  const earlier = judged.filter((event) => {
    const act = stored.get(event.seq);
    return act !== undefined && act.receivedAt > receivedAt && isSame(act, event);
  });
  const since = new Set(earlier.map(({ seq }) => seq));
  return {
    fresh,
    news: [...fresh, ...earlier],
    log: [
      ...log.map((act) =>
        act.deviceId === deviceId && since.has(act.seq) ? { ...act, receivedAt } : act,
      ),
      ...fresh.map((event) => ({ ...event, deviceId, receivedAt })),
    ],
  };
}

type Content = Pick<StoredAct, 'epoch' | 'type' | 'qid' | 'answer' | 'at' | 'elapsed'>;

function isSame(one: Content, other: Content): boolean {
  return (
    one.epoch === other.epoch &&
    one.type === other.type &&
    (one.qid ?? '') === (other.qid ?? '') &&
    (one.answer ?? '') === (other.answer ?? '') &&
    one.at === other.at &&
    one.elapsed === other.elapsed
  );
}
