// What the screens and the sync read from the disk, parsed. Each function may be given to Dexie's liveQuery.
import * as z from 'zod/mini';
import type { LocalDb } from './database.ts';
import {
  type AnswerRow,
  answerRowSchema,
  type OutboxRow,
  outboxRowSchema,
  type PageRow,
  type PaperRow,
  pageRowSchema,
  paperRowSchema,
  type SittingRow,
  sittingRowSchema,
} from './rows.ts';

/** @throws $ZodError, like all functions here; withStorage turns it into StorageTrouble */
export async function readSitting(db: LocalDb, sittingId: string): Promise<SittingRow | null> {
  const row = await db.sittings.get(sittingId);
  return row === undefined ? null : z.parse(sittingRowSchema, row);
}

export async function findSitting(
  db: LocalDb,
  uid: string,
  examId: string,
): Promise<SittingRow | null> {
  const row = await db.sittings.where({ uid, examId }).first();
  return row === undefined ? null : z.parse(sittingRowSchema, row);
}

export async function sittingsOf(db: LocalDb, uid: string): Promise<SittingRow[]> {
  return z.parse(z.array(sittingRowSchema), await db.sittings.where({ uid }).toArray());
}

/** The sittings of every candidate. */
export async function allSittings(db: LocalDb): Promise<SittingRow[]> {
  return z.parse(z.array(sittingRowSchema), await db.sittings.toArray());
}

export async function readPaper(db: LocalDb, sittingId: string): Promise<PaperRow | null> {
  const row = await db.papers.get(sittingId);
  return row === undefined ? null : z.parse(paperRowSchema, row);
}

export async function answersOf(db: LocalDb, sittingId: string): Promise<AnswerRow[]> {
  return z.parse(z.array(answerRowSchema), await db.answers.where({ sittingId }).toArray());
}

/** Events that the server has not acknowledged, in order; at most `limit`. */
export async function outboxOf(
  db: LocalDb,
  sittingId: string,
  limit: number,
): Promise<OutboxRow[]> {
  const rows = await db.outbox
    .where('[sittingId+seq]')
    .between([sittingId, 0], [sittingId, Number.MAX_SAFE_INTEGER])
    .limit(limit)
    .toArray();
  return z.parse(z.array(outboxRowSchema), rows);
}

export async function pagesOf(db: LocalDb, sittingId: string): Promise<PageRow[]> {
  return z.parse(z.array(pageRowSchema), await db.pages.where({ sittingId }).toArray());
}

/** The first page whose bytes the server lacks. */
export async function nextPage(db: LocalDb, sittingId: string): Promise<PageRow | null> {
  const row = await db.pages.where({ sittingId, pending: 1 }).first();
  return row === undefined ? null : z.parse(pageRowSchema, row);
}

/** Pages that the answer names and that were never on this phone: the server may have them, or only another phone. */
export async function pagesElsewhere(
  db: LocalDb,
  { sittingId, documents }: Pick<SittingRow, 'sittingId' | 'documents'>,
): Promise<string[]> {
  if (documents.length === 0) return [];
  const keys = await db.pages.where({ sittingId }).primaryKeys();
  const here = new Set(keys.map(([, sha256]) => sha256));
  return documents.filter((sha256) => !here.has(sha256));
}

/**
 * Everything of a sitting that the server has not said it holds: the one figure behind "N waiting", the sign-out guard
 * and what the proctor is told (rule 3).
 */
export type Owed = {
  /** Events without acknowledgement, including the submission's. */
  acts: number;
  /** Document pages of which the server lacks a piece, or that it refused and the answer still names. */
  pages: number;
  /** Pages of the answer that are not on this phone and that the server has not said it has. */
  elsewhere: number;
  /** Submitted here, with no receipt yet. */
  submission: boolean;
  /** What the status line counts; everything is received only when this is 0. */
  all: number;
};

/** May be given to Dexie's liveQuery; reads no page's bytes. */
export async function readOwed(db: LocalDb, sitting: SittingRow): Promise<Owed> {
  const { sittingId, handIn, receipt, epoch, writerEpoch, acked } = sitting;
  const [acts, unsent, refused] = await Promise.all([
    db.outbox.where({ sittingId }).count(),
    db.pages.where({ sittingId, pending: 1 }).count(),
    db.pages.where({ sittingId, pending: 2 }).primaryKeys(),
  ]);
  const isOpen = receipt === null && epoch === writerEpoch;
  const named = new Set(isOpen ? sitting.documents : []);
  const pages = unsent + refused.filter(([, sha256]) => named.has(sha256)).length;
  const elsewhere = isOpen ? (await pagesElsewhere(db, sitting)).length : 0;
  const submission = isOpen && handIn !== null;
  // The submission's event may be acknowledged before the receipt is here; then the submission itself counts as
  // waiting.
  const alone = submission && handIn.seq <= acked ? 1 : 0;
  return { acts, pages, elsewhere, submission, all: acts + pages + elsewhere + alone };
}
