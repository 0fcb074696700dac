// Judges the events that a device sent by the pure rules, and prepares them for the log.
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

/** @throws Problem too-large when a device brings more events than it may */
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

/** The events that the log doesn't hold yet; of several with the same seq, only the first. */
export function takeNew(judged: readonly JudgedEvent[], held: HeldSeqs): JudgedEvent[] {
  const met = new Set<number>();
  return judged.filter(({ seq }) => {
    const isNew = !isHeld(held, seq) && !met.has(seq);
    met.add(seq);
    return isNew;
  });
}

/** A paper never changes, so its question ids are kept as long as the sections object that was read. */
const kept = new WeakMap<StoredSitting['sections'], ReadonlySet<string>>();

/** Question ids in the paper's order. */
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

/** Characters; enough to tell what was sent. */
const LONGEST_REFUSED = 64;

/** Cuts texts that the rules don't look at or have refused, and replaces characters that a database can't store. */
function storable<E extends SittingEvent>(event: E): E {
  const plain = (text: string | undefined) =>
    text?.slice(0, LONGEST_REFUSED).replace(/[^\x20-\x7e]/g, '?');
  return {
    ...event,
    ...(event.qid && { qid: plain(event.qid) }),
    ...(event.answer && { answer: plain(event.answer) }),
  };
}

// Takes in events, whichever way they come, and decides since when they count as received. What a proctor's phone or the SMS operator took
// in counts from that moment, however much later it is brought here. So the same work means the same in whatever order and however often
// it arrives.

/** Work that somebody else may bring, not the candidate's own session. */
export type Carried = {
  way: 'handover' | 'sms';
  /** Milliseconds by the server's clock, never after now. */
  receivedAt: number;
  /** For a text message, which holds answers and no events: the answers get their receipt without the log. */
  alone?: true;
};

type Arrival = {
  /** Events that aren't in the log yet. */
  fresh: JudgedEvent[];
  /** Events to write: the fresh ones, and those in the log that are now known to have been received earlier. */
  news: JudgedEvent[];
  /** The sitting's log with all of these events. */
  log: StoredAct[];
};

/** @param log the whole sitting's log */
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
