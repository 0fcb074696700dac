// Judges what a device sent by the pure rules, ready to be written to the log.
import { MOST_EVENTS, type SittingEvent } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { type HeldSeqs, isHeld, noSeqs, seqsOf } from '#machines/sitting/log-so-far.ts';
import { type ActRefusal, judgeAct, type Turn } from '#machines/sitting/rules.ts';
import { readRevisions } from '../questions/revisions.ts';
import { fullLog } from './log-budget.ts';
import type { StoredAct, StoredSitting } from './read-sitting.ts';

export type JudgedEvent = SittingEvent & { epoch: number; refusal: ActRefusal | null };

function refuseTooMany(events: readonly SittingEvent[]): void {
  if (events.every(({ seq }) => seq <= MOST_EVENTS)) return;
  throw fullLog();
}

/** @throws Problem too-large (more than a device may bring) */
export async function judgeEvents(
  db: Database,
  sitting: StoredSitting,
  from: { deviceId: string; epoch: number },
  events: readonly SittingEvent[],
  submission: Turn | null,
): Promise<JudgedEvent[]> {
  if (events.length === 0) return [];
  refuseTooMany(events);
  const qids = await paperQids(db, sitting);
  const paper = {
    hasQuestion: (qid: string) => qids.has(qid),
    takesDocuments: sitting.format !== 'MCQ',
  };
  const epochs = new Set(
    sitting.turns.filter(([deviceId]) => deviceId === from.deviceId).map(([, epoch]) => epoch),
  );
  return events.map((event) => {
    const act = { ...event, epoch: from.epoch };
    const refusal = judgeAct(act, paper, epochs, submission);
    const counts = refusal === null && (event.type === 'answered' || event.type === 'documents');
    return { ...(counts ? act : storable(act)), refusal };
  });
}

/** The events that the log doesn't hold, the first of each number, as it keeps them. */
export function takeNew(judged: readonly JudgedEvent[], held: HeldSeqs): JudgedEvent[] {
  const met = new Set<number>();
  return judged.filter(({ seq }) => {
    const isNew = !isHeld(held, seq) && !met.has(seq);
    met.add(seq);
    return isNew;
  });
}

/** A paper never changes, so its qids live as long as the facts it was read with. */
const kept = new WeakMap<StoredSitting['sections'], ReadonlySet<string>>();

/** In the paper's order. */
export async function paperQids(
  db: Database,
  { sections }: Pick<StoredSitting, 'sections'>,
): Promise<ReadonlySet<string>> {
  const standing = kept.get(sections);
  if (standing) return standing;
  const ids = sections.flatMap((section) => section.items);
  const revisions = await readRevisions(db, ids);
  const qids = new Set(ids.map((id) => revisions.get(id)?.qid ?? ''));
  kept.set(sections, qids);
  return qids;
}

/** Enough to tell what was sent. */
const LONGEST_REFUSED = 64;

/** What the rules don't look at, or refused, is cut, and may hold characters that a database can't take. */
function storable<E extends SittingEvent>(event: E): E {
  const plain = (text: string | undefined) =>
    text?.slice(0, LONGEST_REFUSED).replace(/[^\x20-\x7e]/g, '?');
  return {
    ...event,
    ...(event.qid && { qid: plain(event.qid) }),
    ...(event.answer && { answer: plain(event.answer) }),
  };
}

// What comes in, by whichever way, and since when it counts as received. What a proctor's phone or the operator of text
// messages took in counts from then on, however much later it is brought here: so the same work means the same, in
// whatever order and however often it comes.

/** Brought by somebody who may, not by the candidate's own session. */
export type Carried = {
  way: 'handover' | 'sms';
  /** Milliseconds by the server's clock, never after now. */
  receivedAt: number;
  /** A text message holds the answers and no event: they have their receipt without the log. */
  alone?: true;
};

type Arrival = {
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
