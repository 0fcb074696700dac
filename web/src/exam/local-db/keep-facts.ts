// Single values that make a start without a network possible: the server's clock and the exam's start.
import * as z from 'zod/mini';
import type { LocalDb } from './database.ts';
import { clockMarkSchema, examFactSchema } from './rows.ts';

const CLOCK = 'clock';

export type KeptClock = z.infer<typeof clockMarkSchema>;
export type ExamFact = z.infer<typeof examFactSchema>;

export async function keepClock(db: LocalDb, mark: KeptClock): Promise<void> {
  await db.facts.put({ key: CLOCK, value: mark });
}

/** Null when nothing is kept, or nothing readable: the next word of the server mends it. */
export async function readClock(db: LocalDb): Promise<KeptClock | null> {
  return z.safeParse(clockMarkSchema, (await db.facts.get(CLOCK))?.value).data ?? null;
}

export async function keepExam(db: LocalDb, examId: string, exam: ExamFact): Promise<void> {
  await db.facts.put({ key: `exam-${examId}`, value: exam });
}

export async function readExam(db: LocalDb, examId: string): Promise<ExamFact | null> {
  return z.safeParse(examFactSchema, (await db.facts.get(`exam-${examId}`))?.value).data ?? null;
}
