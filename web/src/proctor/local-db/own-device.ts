// The name this browser gives itself towards the server: the audit log says on which phone something was done.
import * as z from 'zod/mini';
import { idSchema } from '#contract/wire/values.ts';
import type { HallDb } from './hall-db.ts';

const KEY = 'device-id';

export function readOwnDevice(db: HallDb): Promise<string> {
  return db.transaction('rw', [db.facts], async () => {
    const kept = z.safeParse(idSchema, (await db.facts.get(KEY))?.value);
    if (kept.success) return kept.data;
    const value = `proctor-${crypto.randomUUID().slice(0, 13)}`;
    await db.facts.put({ key: KEY, value });
    return value;
  });
}
