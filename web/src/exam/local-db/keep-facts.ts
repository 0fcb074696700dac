// What the phone stores beside answers and events: the server's clock and beacons, the exam's start, who is signed in,
// and which question is on screen.
import * as z from 'zod/mini';
import { type HeardBeacon, MOST_BEACONS } from '#contract/wire/sync.ts';
import type { LocalDb } from './database.ts';
import { clockMarkSchema, examFactSchema } from './rows.ts';
import { withStorage } from './storage-trouble.ts';

const CLOCK = 'clock';

export type KeptClock = z.infer<typeof clockMarkSchema>;
export type ExamFact = z.infer<typeof examFactSchema>;

export async function keepClock(db: LocalDb, mark: KeptClock): Promise<void> {
  await db.facts.put({ key: CLOCK, value: mark });
}

/** Null when no readable mark is stored; the server's next beacon sets the clock then. */
export async function readClock(db: LocalDb): Promise<KeptClock | null> {
  return z.safeParse(clockMarkSchema, (await db.facts.get(CLOCK))?.value).data ?? null;
}

/**
 * The exam and the readiness of its paper both tell the exam's start and duration; what was heard last is stored here.
 */
export async function keepExamFact(db: LocalDb, examId: string, exam: ExamFact): Promise<void> {
  await db.facts.put({ key: `exam-${examId}`, value: exam });
}

/**
 * Stores the times that came with the paper, if the exam is known here. For use inside a transaction over the facts.
 */
export async function keepTimes(
  db: LocalDb,
  examId: string,
  { startsAt, durationMinutes: duration }: { startsAt: number; durationMinutes: number },
): Promise<void> {
  const known = await readExamFact(db, examId);
  if (!known) return;
  const { shown } = known;
  await keepExamFact(db, examId, {
    ...known,
    startDate: startsAt,
    ...(shown && { shown: { ...shown, duration } }),
  });
}

export async function readExamFact(db: LocalDb, examId: string): Promise<ExamFact | null> {
  return z.safeParse(examFactSchema, (await db.facts.get(`exam-${examId}`))?.value).data ?? null;
}

// Who is signed in, and for which exam, kept beside the sitting: browsers write localStorage late, and a battery
// that dies then must not lock a candidate out of an exam whose answers are all here (rule 6).
const KEY = 'session';

const keptSessionSchema = z.object({
  uid: z.string(),
  /** The `user` record of localStorage as it stands there, token included. */
  user: z.string(),
  /** The `eid` of localStorage. */
  eid: z.nullable(z.string()),
});
export type KeptSession = z.infer<typeof keptSessionSchema>;

/** May also be used inside a transaction that is read-write over facts. */
export async function keepSession(db: LocalDb, session: KeptSession): Promise<void> {
  await db.facts.put({ key: KEY, value: session });
}

/** Null when no readable session is stored. @throws StorageTrouble */
export function readSession(db: LocalDb): Promise<KeptSession | null> {
  return withStorage(
    db,
    async () => z.safeParse(keptSessionSchema, (await db.facts.get(KEY))?.value).data ?? null,
  );
}

/**
 * Stores the index of the question on screen and marks its qid as visited, so that a reload continues at the same
 * question (rule 6). This is no event, because the server doesn't need it.
 * @throws StorageTrouble
 */
export function keepPosition(
  db: LocalDb,
  sittingId: string,
  position: number,
  qid: string,
): Promise<void> {
  return withStorage(db, () =>
    db.transaction('rw', [db.sittings, db.answers], async () => {
      await db.sittings.update(sittingId, { position });
      const row = await db.answers.get([sittingId, qid]);
      await db.answers.put({ sittingId, qid, answer: null, marked: false, ...row, visited: true });
    }),
  );
}

/**
 * Adds a beacon to those that this phone heard around its waiting events, which are evidence of when they were done
 * (decision 24). Keeps the last beacon heard before the first waiting event, and those after it; when there are too
 * many, fewer and fewer from the middle.
 * @param acked the server holds everything up to here
 */
export function keepBeacon(
  beacons: readonly HeardBeacon[],
  beacon: HeardBeacon,
  acked: number,
): HeardBeacon[] {
  const last = beacons.at(-1);
  if (last && Date.parse(last.serverTime) >= Date.parse(beacon.serverTime)) return [...beacons];
  const all = [...beacons, beacon];
  const kept = all.slice(
    Math.max(
      0,
      all.findLastIndex(({ seq }) => seq <= acked),
    ),
  );
  while (kept.length > MOST_BEACONS) {
    const [dropped, next] = [kept[1], kept[2]];
    if (dropped?.unsureFrom !== undefined && next) next.unsureFrom = dropped.unsureFrom;
    kept.splice(1, 1);
  }
  return kept;
}
