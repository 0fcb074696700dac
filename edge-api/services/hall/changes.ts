// What has changed in halls, told to every process: rows of boards, and phones that are to send at once. Collected for a
// moment and told in one statement of its own, for a notice takes a lock over the whole database when it is committed,
// and a push must not wait for that. A lost notice does no harm: watchers read everything again now and then.
import * as z from 'zod/mini';
import type { Database } from '#db/client.ts';

const CHANNEL = 'pariksha_hall';
/** Long enough that a hall's pushes make a handful of notices a second, short enough that nobody waits for one. */
const COLLECT_MS = 300;
/** A notice holds less than 8,000 bytes. */
const MOST_BYTES = 7_900;

const noticeSchema = z.object({
  /** By exam, the ids of enrolments. */
  rows: z.record(z.string(), z.array(z.string())),
  /** Ids of sittings. */
  looks: z.array(z.string()),
  /** Of people whose rights or session have changed. */
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

/** Something of a candidate has changed that a board shows. */
export function noteRow(
  db: Database,
  { exam_id, enrolment_id }: { exam_id: string; enrolment_id: string },
): void {
  const { rows } = collectedOf(db);
  const ids = rows.get(exam_id) ?? new Set();
  rows.set(exam_id, ids.add(enrolment_id));
  tellSoon(db);
}

/** Phones that are connected send at once, and so hear of what has changed. */
export function askToLook(db: Database, sittingIds: readonly string[]): void {
  const { looks } = collectedOf(db);
  for (const id of sittingIds) looks.add(id);
  if (sittingIds.length > 0) tellSoon(db);
}

/** Checks again whether this person may still follow what they follow. */
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

/** In as many notices as it takes. */
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
  // A database that is gone is noticed by everybody else.
  if (ids.length > 0) await db.notify(CHANNEL, text).catch(() => {});
}

/**
 * @param again called when notices may have been lost
 * @returns how to stop
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
