// What the screens and the sync read, parsed. Each function may be given to Dexie's liveQuery.
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

/** @throws $ZodError, which withStorage turns into StorageTrouble, as all of these do */
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
