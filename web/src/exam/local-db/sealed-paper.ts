// The sealed papers on this phone: the complete one, and the next one as far as it has come. The complete one stays
// until the server has heard that the next is here [AT16].
import * as z from 'zod/mini';
import type { LocalDb } from './database.ts';
import { keepTimes } from './keep-facts.ts';
import { type ComingPaper, comingPaperSchema, type HeldPaper, heldPaperSchema } from './rows.ts';

const heldKey = (uid: string, examId: string) => `paper-${uid}-${examId}`;
const comingKey = (uid: string, examId: string) => `paper-coming-${uid}-${examId}`;

/** Null also when the stored paper can't be read; then it is fetched again. */
export async function readHeldPaper(
  db: LocalDb,
  uid: string,
  examId: string,
): Promise<HeldPaper | null> {
  const fact = await db.facts.get(heldKey(uid, examId));
  return z.safeParse(heldPaperSchema, fact?.value).data ?? null;
}

export async function readComingPaper(
  db: LocalDb,
  uid: string,
  examId: string,
): Promise<ComingPaper | null> {
  const fact = await db.facts.get(comingKey(uid, examId));
  return z.safeParse(comingPaperSchema, fact?.value).data ?? null;
}

export async function keepHeldPaper(
  db: LocalDb,
  uid: string,
  examId: string,
  paper: HeldPaper,
): Promise<void> {
  await db.transaction('rw', [db.facts, db.sittings], async () => {
    // The sitting has begun meanwhile, so the paper is already here unsealed.
    if ((await db.sittings.where({ uid, examId }).count()) > 0) return;
    await db.facts.put({ key: heldKey(uid, examId), value: paper });
    await keepTimes(db, examId, paper);
    await db.facts.delete(comingKey(uid, examId));
  });
}

/** Reads and writes in one transaction. @param change returns null to leave the paper as it is */
export async function changeHeldPaper(
  db: LocalDb,
  { uid, examId }: { uid: string; examId: string },
  change: (held: HeldPaper) => HeldPaper | null,
): Promise<void> {
  await db.transaction('rw', [db.facts], async () => {
    const held = await readHeldPaper(db, uid, examId);
    const value = held && change(held);
    if (value) await db.facts.put({ key: heldKey(uid, examId), value });
  });
}

export async function keepComingPaper(
  db: LocalDb,
  uid: string,
  examId: string,
  paper: ComingPaper,
): Promise<void> {
  await db.facts.put({ key: comingKey(uid, examId), value: paper });
}

/** May be used alone, or inside a transaction that is read-write over the facts. */
export async function forgetSealed(db: LocalDb, uid: string, examId: string): Promise<void> {
  await db.facts.bulkDelete([heldKey(uid, examId), comingKey(uid, examId)]);
}
