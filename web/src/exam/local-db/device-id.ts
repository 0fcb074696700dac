// The name this browser gives itself towards the server. It lives and dies with the outbox: a device that
// lost its log must not continue another log under the old name.
import * as z from 'zod/mini';
import { idSchema } from '#contract/wire/values.ts';
import type { LocalDb } from './database.ts';
import { withStorage } from './storage-trouble.ts';

const KEY = 'device-id';

/** @throws StorageTrouble */
export function readDeviceId(db: LocalDb): Promise<string> {
  return withStorage(db, () =>
    db.transaction('rw', [db.facts], async () => {
      const kept = z.safeParse(idSchema, (await db.facts.get(KEY))?.value);
      if (kept.success) return kept.data;
      const value = newDeviceId();
      await db.facts.put({ key: KEY, value });
      return value;
    }),
  );
}

/** 96 random bits in sixteen characters: short, because each push carries it. */
function newDeviceId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
