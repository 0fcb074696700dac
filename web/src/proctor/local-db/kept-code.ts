// A start code that was told to this proctor, so that it can be read out again without a network.
import * as z from 'zod/mini';
import { type StartCode, startCodeSchema } from '#contract/desk/start-codes.ts';
import type { HallDb } from './hall-db.ts';

const keyOf = (examId: string, room: string) => `start-code ${examId} ${room}`;

export async function keepStartCode(
  db: HallDb,
  examId: string,
  room: string,
  code: StartCode,
): Promise<void> {
  await db.facts.put({ key: keyOf(examId, room), value: code });
}

/** Null where none was told. */
export async function readStartCode(
  db: HallDb,
  examId: string,
  room: string,
): Promise<StartCode | null> {
  const kept = await db.facts.get(keyOf(examId, room));
  return z.safeParse(startCodeSchema, kept?.value).data ?? null;
}
