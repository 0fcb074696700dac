// A start code that was told to this proctor, so that it can be read out again without a network.
import * as z from 'zod/mini';
import { type StartCode, startCodeSchema } from '#contract/desk/start-codes.ts';
import { tokenOf } from '#web/shared/session.ts';
import type { HallDb } from './hall-db.ts';

type Whose = { uid: string; examId: string; room: string };
const keyOf = ({ uid, examId, room }: Whose) => `start-code ${uid} ${examId} ${room}`;

/** Whether a fact is a start code; of this person, where one is named. */
export function isStartCode(key: string, uid?: string | null): boolean {
  return key.startsWith(uid === undefined ? 'start-code ' : `start-code ${uid} `);
}

/** Only while they are signed in, as with boards. */
export async function keepStartCode(db: HallDb, whose: Whose, code: StartCode): Promise<void> {
  await db.transaction('rw', [db.facts], async () => {
    if (tokenOf(whose.uid) !== null) await db.facts.put({ key: keyOf(whose), value: code });
  });
}

/** Null where none was told. */
export async function readStartCode(db: HallDb, whose: Whose): Promise<StartCode | null> {
  const kept = await db.facts.get(keyOf(whose));
  return z.safeParse(startCodeSchema, kept?.value).data ?? null;
}
