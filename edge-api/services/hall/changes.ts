// Tells every process what has changed in exam halls: rows of boards, and phones that should send immediately. Changes are collected for a
// moment and told in a statement of their own, because committing a notice locks the whole database, and a push must not wait
// for that. A lost notice does no harm: boards read everything again every half minute, and a phone hears with its next push or report.
import * as z from 'zod/mini';
import type { Database } from '#db/client.ts';

const CHANNEL = 'pariksha_hall';
/** Milliseconds. Long enough that a hall's pushes make only a handful of notices a second, short enough that nobody has to wait. */
const COLLECT_MS = 300;
/** Postgres limits a notice to less than 8,000 bytes. */
const MOST_BYTES = 7_900;

const noticeSchema = z.object({
  /** Ids of enrolments, by exam. */
  rows: z.record(z.string(), z.array(z.string())),
  /** Ids of sittings. */
  looks: z.array(z.string()),
  /** Uids of people whose rights or session have changed. */
  rights: z.optional(z.array(z.string())),
});
export type HallNotice = z.infer<typeof noticeSchema>;
type Hear = (notice: HallNotice) => void;

type Collected = {
  rows: Map<string, Set<string>>;
  looks: Set<string>;
  rights: Set<string>;
  timer: NodeJS.Timeout | null;
  listeners: Set<Hear>;
  again: Set<() => void>;
  listening: Promise<void> | null;
};
const collected = new WeakMap<Database, Collected>();

function collectedOf(db: Database): Collected {
  const known = collected.get(db);
  if (known) return known;
  const made: Collected = {
    rows: new Map(),
    looks: new Set(),
    rights: new Set(),
    timer: null,
    listeners: new Set(),
    again: new Set(),
    listening: null,
  };
  collected.set(db, made);
  return made;
}

/** Call this when something changes about a candidate that a board shows. */
export function noteRow(
  db: Database,
  { exam_id, enrolment_id }: { exam_id: string; enrolment_id: string },
): void {
  const { rows } = collectedOf(db);
  const ids = rows.get(exam_id) ?? new Set();
  rows.set(exam_id, ids.add(enrolment_id));
  tellSoon(db);
}

/** Makes connected phones send immediately, which tells them what has changed. */
export function askToLook(db: Database, sittingIds: readonly string[]): void {
  const { looks } = collectedOf(db);
  for (const id of sittingIds) looks.add(id);
  if (sittingIds.length > 0) tellSoon(db);
}

/** Checks again whether this person may still follow the boards and sittings that they follow. */
export function noteRights(db: Database, uid: string): void {
  collectedOf(db).rights.add(uid);
  tellSoon(db);
}

function tellSoon(db: Database): void {
  const waiting = collectedOf(db);
  waiting.timer ??= setTimeout(() => void tell(db, waiting), COLLECT_MS).unref();
}

async function tell(db: Database, waiting: Collected): Promise<void> {
  waiting.timer = null;
  const ids: Id[] = [
    ...[...waiting.rights].map((id): Id => ['right', '', id]),
    ...[...waiting.looks].map((id): Id => ['look', '', id]),
    ...[...waiting.rows].flatMap(([exam, of]) => [...of].map((id): Id => ['row', exam, id])),
  ];
  waiting.rows.clear();
  waiting.looks.clear();
  waiting.rights.clear();
  await tellAll(db, ids);
}

type Id = readonly ['row' | 'look' | 'right', exam: string, id: string];

/** Splits the ids over as many notices as needed. */
async function tellAll(db: Database, ids: readonly Id[]): Promise<void> {
  const notice: HallNotice & { rights: string[] } = { rows: {}, looks: [], rights: [] };
  for (const [kind, exam, id] of ids) {
    if (kind === 'look') notice.looks.push(id);
    else if (kind === 'right') notice.rights.push(id);
    else {
      const rows = notice.rows[exam] ?? [];
      notice.rows[exam] = rows;
      rows.push(id);
    }
  }
  const text = JSON.stringify(notice);
  if (Buffer.byteLength(text) > MOST_BYTES && ids.length > 1) {
    const half = Math.ceil(ids.length / 2);
    await tellAll(db, ids.slice(0, half));
    return tellAll(db, ids.slice(half));
  }
  // Ignored here: when the database is gone, everybody else notices.
  if (ids.length > 0) await db.notify(CHANNEL, text).catch(() => {});
}

/**
 * @param again called when notices may have been lost
 * @returns a function that stops listening
 */
export async function hearChanges(
  db: Database,
  hear: Hear,
  again: () => void,
): Promise<() => void> {
  const shared = collectedOf(db);
  shared.listeners.add(hear);
  shared.again.add(again);
  shared.listening ??= db.listen(
    CHANNEL,
    (text) => {
      const notice = readNotice(text);
      if (notice) for (const listener of shared.listeners) listener(notice);
    },
    () => {
      for (const listener of shared.again) listener();
    },
  );
  const stop = () => {
    shared.listeners.delete(hear);
    shared.again.delete(again);
  };
  try {
    await shared.listening;
  } catch (error) {
    shared.listening = null;
    stop();
    throw error;
  }
  return stop;
}

function readNotice(text: string): HallNotice | null {
  try {
    return z.safeParse(noticeSchema, JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
