// Marks in localStorage that say where the exam stands, kept in step with the sitting's row. They are for the app's
// guards and outside checks; nothing that must not be lost is in them.
import type { LocalDb } from '../local-db/database.ts';
import { readOwed } from '../local-db/read-sitting.ts';
import type { SittingRow } from '../local-db/rows.ts';
import { factsOf } from './sitting-facts.ts';

export function readDone(examId: string): boolean {
  return readItem(`exam_done_${examId}`) === 'yes';
}

/** Begun on this phone as far as localStorage knows, and not submitted. */
export function readBegun(examId: string): boolean {
  return readItem(`exam_end_${examId}`) !== null;
}

/** Submitted here or elsewhere, and nothing of this phone still has to be shown as waiting [AT7]. */
export async function isDone(db: LocalDb, sitting: SittingRow): Promise<boolean> {
  const { submitted, received, submittedElsewhere, mine } = factsOf(sitting);
  if (submitted || received) return true;
  return submittedElsewhere && (mine || (await readOwed(db, sitting)).all === 0);
}

/** exam_end is stored while the sitting is under way; exam_done from the submission on. */
export async function mirrorSitting(db: LocalDb, sitting: SittingRow): Promise<void> {
  const done = await isDone(db, sitting);
  write(`exam_done_${sitting.examId}`, done ? 'yes' : null);
  write(`exam_end_${sitting.examId}`, done ? null : String(sitting.deadline));
  noteAsked(sitting, null);
}

type Asked = { uid: string; examId: string };

/** Candidates who come back later than this may only want to look, so they must press Start again. */
const ASKED_MS = 3 * 3_600_000;

const askedKey = ({ uid, examId }: Asked) => `exam_asked_${examId}_${uid}`;

/**
 * Notes that the server was asked to open the exam and hasn't answered: the time may be running, so a reload asks
 * again.
 * @param at ms by the server's clock; null once the server has answered
 */
export function noteAsked(which: Asked, at: number | null): void {
  write(askedKey(which), at === null ? null : String(at));
}

export function wasAsked(which: Asked, now: number): boolean {
  return now - Number(readItem(askedKey(which))) < ASKED_MS;
}

function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is switched off: IndexedDB has reported that already, and these are only marks.
  }
}
