// The id of this browser for the server, with the secret that proves it [AT22]. They live and die with the outbox: a
// device that lost its log must not continue another log under the old id.
import * as z from 'zod/mini';
import { idSchema } from '#contract/wire/values.ts';
import { toBase64url } from '#seals/bytes.ts';
import { phoneName } from '#seals/phone-name.ts';
import type { LocalDb } from '../local-db/database.ts';
import type { HeldPaper } from '../local-db/rows.ts';
import { withStorage } from '../local-db/storage-trouble.ts';

const KEY = 'device';
/** The id alone, as apps before protocol 4 stored it. */
const FORMER = 'device-id';

const ownSchema = z.object({ deviceId: idSchema, proof: z.string() });

/** @throws StorageTrouble */
export function readDeviceId(db: LocalDb): Promise<string> {
  return withStorage(db, async () => {
    const kept = await readOwn(db);
    if (kept) return kept.deviceId;
    const proof = toBase64url(crypto.getRandomValues(new Uint8Array(12)));
    const made = { deviceId: await phoneName(proof), proof };
    return db.transaction('rw', [db.facts], async () => {
      // Another tab may have been faster.
      const own = (await readOwn(db)) ?? made;
      await db.facts.put({ key: KEY, value: own });
      return own.deviceId;
    });
  });
}

/**
 * The device id under which a paper was fetched; a paper fetched by an older app keeps the old id.
 * @throws StorageTrouble
 */
export async function readNameOf(
  db: LocalDb,
  { deviceId }: Pick<HeldPaper, 'deviceId'>,
): Promise<string> {
  if (deviceId !== undefined) return deviceId;
  const former = await withStorage(db, () => db.facts.get(FORMER));
  return z.safeParse(idSchema, former?.value).data ?? readDeviceId(db);
}

/** The proof that a request sends beside this device id; none for an id from an older app. @throws StorageTrouble */
export function proofOf(db: LocalDb, deviceId: string): Promise<{ proof?: string }> {
  return withStorage(db, async () => {
    const own = await readOwn(db);
    return own?.deviceId === deviceId ? { proof: own.proof } : {};
  });
}

async function readOwn(db: LocalDb) {
  return z.safeParse(ownSchema, (await db.facts.get(KEY))?.value).data ?? null;
}
