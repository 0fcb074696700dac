// A proctor's own database on this phone: boards as last seen, and acts that the server has not answered yet. A write
// counts as done only once it is on disk.
import Dexie, { type DexieOptions, type Table } from 'dexie';
import * as z from 'zod/mini';
import { type WatchedExam, watchedExamSchema } from '#contract/desk/staff.ts';
import { boardRowSchema } from '#contract/hall/board.ts';
import { idSchema } from '#contract/wire/values.ts';
import { HALL_DB } from '#web/shared/has-database.ts';

/** An act or a hand-over that waits for the server, or whose answer the proctor hasn't read yet. */
export type QueuedRow = {
  id: string;
  uid: string;
  kind: 'act' | 'handover';
  /** A `HallAct`; for a hand-over its bytes or text, and null once the server has accepted it. */
  body: unknown;
  doneAt: number;
  /** 1 until the server has answered. A number, because IndexedDB doesn't index booleans. */
  waiting: 0 | 1;
  /** Why the server refused it for good, as a sentence for the proctor; null if it didn't. */
  refusal: string | null;
  /** For a hand-over: the sitting it names; its candidate, as far as this phone can tell; and the server's reply. */
  sittingId?: string;
  of?: string;
  answer?: unknown;
};

export const keptBoardSchema = z.object({
  uid: z.string(),
  examId: z.string(),
  exam: watchedExamSchema,
  rows: z.array(boardRowSchema),
  /** The time of this state of the board, by the server's clock, ms. */
  heardAt: z.number(),
});
export type KeptBoard = z.infer<typeof keptBoardSchema>;

/** A code for extra time that was made on this phone. */
export type ExtraCode = {
  uid: string;
  row: string;
  number: number;
  minutes: number;
  code: string;
  madeAt: number;
};

/** A candidate's photograph (decision 64); `row` is the id of their row on the board. */
type KeptPhoto = {
  uid: string;
  examId: string;
  row: string;
  version: string;
  jpeg: string;
  keptAt: number;
};

type KeptExams = { uid: string; exams: WatchedExam[] };

export class HallDb extends Dexie {
  declare readonly queue: Table<QueuedRow, string>;
  declare readonly boards: Table<KeptBoard, [uid: string, examId: string]>;
  declare readonly exams: Table<KeptExams, string>;
  declare readonly codes: Table<ExtraCode, [uid: string, row: string, number: number]>;
  declare readonly photos: Table<KeptPhoto, [uid: string, row: string]>;
  /** Single values: the device's id, how far the phone's date is off, start codes and reports. */
  declare readonly facts: Table<{ key: string; value: unknown }, string>;

  /** @param factory another IndexedDB than the browser's, for tests */
  constructor(factory: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> = {}) {
    super(HALL_DB, { ...factory, chromeTransactionDurability: 'strict' });
    this.version(1).stores({
      queue: 'id, [uid+waiting], uid',
      boards: '[uid+examId], uid',
      exams: 'uid',
      facts: 'key',
      codes: '[uid+row+number], [uid+row], uid',
    });
    this.version(2).stores({ photos: '[uid+row], [uid+examId], uid' });
  }
}

/** The one connection of this tab. */
export const hallDb = new HallDb();

// The id that this browser gives the server: the audit log says on which phone something was done.
const KEY = 'device-id';

export function readOwnDevice(db: HallDb): Promise<string> {
  return db.transaction('rw', [db.facts], async () => {
    const kept = z.safeParse(idSchema, (await db.facts.get(KEY))?.value);
    if (kept.success) return kept.data;
    const value = `proctor-${crypto.randomUUID().slice(0, 13)}`;
    await db.facts.put({ key: KEY, value });
    return value;
  });
}
