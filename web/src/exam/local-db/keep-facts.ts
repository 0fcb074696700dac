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

/** Of the exam's start and duration two tell, the exam's page and the paper's readiness: the one heard last is kept here. */
export async function keepExam(db: LocalDb, examId: string, exam: ExamFact): Promise<void> {
  await db.facts.put({ key: `exam-${examId}`, value: exam });
}

/** What was told with the paper, where the exam is known here. For use within a transaction over the facts. */
export async function keepTimes(
  db: LocalDb,
  examId: string,
  { startsAt, durationMinutes: duration }: { startsAt: number; durationMinutes: number },
): Promise<void> {
  const known = await readExam(db, examId);
  if (!known) return;
  const { shown } = known;
  await keepExam(db, examId, {
    ...known,
    startDate: startsAt,
    ...(shown && { shown: { ...shown, duration } }),
  });
}

export async function readExam(db: LocalDb, examId: string): Promise<ExamFact | null> {
  return z.safeParse(examFactSchema, (await db.facts.get(`exam-${examId}`))?.value).data ?? null;
}
