// Who is signed in, and for which exam, kept beside the sitting: browsers write localStorage late, and a battery
// that dies then must not lock a candidate out of an exam whose answers are all here (rule 6).
import * as z from 'zod/mini';
import type { LocalDb } from './database.ts';
import { withStorage } from './storage-trouble.ts';

const KEY = 'session';

const keptSessionSchema = z.object({
  uid: z.string(),
  /** The `user` record of localStorage as it stands there, token included. */
  user: z.string(),
  /** The `eid` of localStorage. */
  eid: z.nullable(z.string()),
});
export type KeptSession = z.infer<typeof keptSessionSchema>;

/** Also for use inside a transaction that is read-write over facts. */
export async function keepSession(db: LocalDb, session: KeptSession): Promise<void> {
  await db.facts.put({ key: KEY, value: session });
}

/** Null when nobody's is kept, or nothing readable. @throws StorageTrouble */
export function readSession(db: LocalDb): Promise<KeptSession | null> {
  return withStorage(
    db,
    async () => z.safeParse(keptSessionSchema, (await db.facts.get(KEY))?.value).data ?? null,
  );
}
