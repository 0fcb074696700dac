// The queue of what a proctor did. A row waits until the server has answered; nothing else removes it. A refused row
// stays until the proctor has read it.
import { liveQuery } from 'dexie';
import { type HallAct, hallActSchema } from '#contract/hall/acts.ts';
import type { BoardRow } from '#contract/hall/board.ts';
import { CODE_NUMBERS, MOST_CODE_MINUTES, makeExtraTimeCode } from '#seals/extra-time-code.ts';
import type { ExtraCode, HallDb, QueuedRow } from './hall-db.ts';

/** 96 random bits, in hexadecimal. */
function newActId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** An act as the screen asks for it: who, what, why. `queueAct` adds the id and the time. */
export type WishedAct = Without<HallAct, 'id' | 'doneAt'>;

/** @param doneAt by the server's clock as this phone knows it, ms */
export async function queueAct(
  db: HallDb,
  uid: string,
  wish: WishedAct,
  doneAt: number,
): Promise<void> {
  const id = newActId();
  const body = { ...wish, id, doneAt: new Date(doneAt).toISOString() };
  await db.queue.add({ id, uid, kind: 'act', body, doneAt, waiting: 1, refusal: null });
}

/**
 * Whether a hand-over is this candidate's: the server knows its sitting, or the sitting began on the candidate's phone
 * alone and has the id of the paper.
 */
export const isOf = (row: Pick<BoardRow, 'sittingId' | 'paperId'>, sittingId: string | undefined) =>
  sittingId !== undefined && (row.sittingId === sittingId || row.paperId === sittingId);

/** The content of a hand-over, as the server accepts it. */
type HandOverBody = { bytes: Uint8Array<ArrayBuffer> } | { text: string };

/**
 * Saves a hand-over. The same one taken in again is kept once, with the time of the first. If it was refused, or waits
 * for another proctor who used this phone, this proctor sends it again.
 * @param takenAt by the server's clock as this phone knows it, ms
 * @param corrects id of the refused hand-over that this one corrects; that one is deleted once this one is saved
 * @returns isNew: whether it was not yet waiting for the server's answer, nor accepted
 */
export async function queueHandOver(
  db: HallDb,
  uid: string,
  { sittingId, body }: { sittingId: string; body: HandOverBody },
  takenAt: number,
  corrects?: string,
): Promise<{ id: string; isNew: boolean }> {
  const id = await nameOf(body);
  return db.transaction('rw', [db.queue, db.boards], async () => {
    const before = await db.queue.get(id);
    if (before?.uid === uid && before.refusal === null) return { id, isNew: false };
    if (corrects !== undefined) await db.queue.delete(corrects);
    const boards = await db.boards.where({ uid }).toArray();
    const row = boards.flatMap(({ rows }) => rows).find((candidate) => isOf(candidate, sittingId));
    await db.queue.put({
      id,
      uid,
      kind: 'handover',
      body,
      doneAt: before?.doneAt ?? takenAt,
      waiting: 1,
      refusal: null,
      sittingId,
      ...(row && { of: `${row.name} (${row.uid})` }),
    });
    return { id, isNew: true };
  });
}

async function nameOf(body: HandOverBody): Promise<string> {
  const bytes = 'bytes' in body ? body.bytes : new TextEncoder().encode(body.text);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Records that the server has accepted a hand-over. Its reply stays until someone reads it; earlier refusals of the
 * same sitting are deleted.
 */
export function keepReply(db: HallDb, id: string, answer: unknown): Promise<void> {
  return db.transaction('rw', db.queue, async () => {
    await db.queue.update(id, { waiting: 0, answer, body: null });
    const row = await db.queue.get(id);
    if (row?.sittingId === undefined) return;
    const { uid, sittingId, doneAt } = row;
    await db.queue
      .where({ uid, waiting: 0 })
      .filter((one) => one.sittingId === sittingId && one.refusal !== null && one.doneAt <= doneAt)
      .delete();
  });
}

/** Oldest first. */
export async function waitingOf(db: HallDb, uid: string): Promise<QueuedRow[]> {
  return db.queue.where({ uid, waiting: 1 }).sortBy('doneAt');
}

/** Acts that can be repeated without harm: doing one twice has the same effect as doing it once. */
const SAME_AGAIN: readonly string[] = [
  'allow-device',
  'pause',
  'resume',
  'resync',
] satisfies HallAct['kind'][];

/**
 * Records the server's answer: done, or refused with the reason. When an act is done, earlier refusals of the same act
 * are deleted, because they would go on saying that it isn't.
 */
export function closeQueued(db: HallDb, id: string, refusal: string | null): Promise<void> {
  return db.transaction('rw', db.queue, async () => {
    if (refusal !== null) {
      await db.queue.update(id, { waiting: 0, refusal });
      return;
    }
    const done = await db.queue.get(id);
    await db.queue.delete(id);
    const what = done && subjectOf(done);
    if (!what) return;
    const { uid, doneAt } = done;
    await db.queue
      .where({ uid, waiting: 0 })
      .filter((one) => one.refusal !== null && one.doneAt <= doneAt && subjectOf(one) === what)
      .delete();
  });
}

/** The act, its exam and its candidates as a key; null for an act that has a new effect each time. */
function subjectOf({ body }: QueuedRow): string | null {
  const { data } = hallActSchema.safeParse(body);
  if (!data || !SAME_AGAIN.includes(data.kind)) return null;
  return JSON.stringify([data.kind, data.examId, data.to]);
}

/**
 * Calls `next` with all rows of this proctor's queue, oldest first, now and at each change.
 * @returns a function that stops that
 */
export function watchQueue(
  db: HallDb,
  uid: string,
  next: (rows: readonly QueuedRow[]) => void,
): () => void {
  const watched = liveQuery(() => db.queue.where({ uid }).sortBy('doneAt')).subscribe({
    next,
    error: (error: unknown) => console.error('The queue could not be watched', error),
  });
  return () => watched.unsubscribe();
}

// Codes for extra time that were made on this phone, to be read out to a candidate whose phone has no network.

/** Milliseconds that codes are kept: longer than any session. */
const KEPT_MS = 24 * 60 * 60_000;

/**
 * Makes a code for each candidate who was given the time, unless it is more than a code can hold. The number of a code
 * is one that this phone hasn't used for the candidate lately. On the screen, the newest code of a row replaces the one
 * before.
 */
export async function addExtraCodes(
  db: HallDb,
  uid: string,
  rows: readonly Pick<BoardRow, 'id' | 'codeKey'>[],
  { minutes, madeAt }: { minutes: number; madeAt: number },
): Promise<void> {
  if (minutes > MOST_CODE_MINUTES) return;
  const used = new Set((await db.codes.where({ uid }).toArray()).map(placeOf));
  const made = rows.map(async ({ id: row, codeKey }) => {
    const free = Array.from({ length: CODE_NUMBERS }, (_, number) => number).filter(
      (number) => !used.has(placeOf({ row, number })),
    );
    const [chance = 0] = crypto.getRandomValues(new Uint8Array(1));
    const number = free[chance % free.length] ?? 0;
    const code = await makeExtraTimeCode(codeKey, { minutes, number });
    return { uid, row, number, minutes, code, madeAt };
  });
  const codes = await Promise.all(made);
  await db.transaction('rw', [db.codes], async () => {
    await db.codes.filter((each) => each.madeAt < madeAt - KEPT_MS).delete();
    await db.codes.bulkPut(codes);
  });
}

const placeOf = ({ row, number }: Pick<ExtraCode, 'row' | 'number'>) => `${row} ${number}`;

/** The newest for each row. */
export function newestCodes(codes: readonly ExtraCode[]): Map<string, ExtraCode> {
  const newest = new Map<string, ExtraCode>();
  for (const code of [...codes].sort((a, b) => a.madeAt - b.madeAt)) newest.set(code.row, code);
  return newest;
}
