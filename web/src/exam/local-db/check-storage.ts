// Storage trouble is told before it hurts (rule 7): tried with a real write before the exam starts.
import type { LocalDb } from './database.ts';
import { withStorage } from './storage-trouble.ts';

/** A paper, its answers and forty shrunk pages fit with room to spare. */
const ENOUGH_BYTES = 50_000_000;

export type StorageReport = {
  /** The browser has promised not to clear it under pressure. */
  persisted: boolean;
  /** Free bytes as the browser estimates them, or null when it doesn't say. */
  freeBytes: number | null;
  enough: boolean;
};

/**
 * Asks for persistence, measures the space and writes once.
 * @throws StorageTrouble when nothing can be stored here, as in some private windows
 */
export async function checkStorage(
  db: LocalDb,
  manager: StorageManager | undefined = navigator.storage,
): Promise<StorageReport> {
  await withStorage(db, () => db.facts.put({ key: 'storage-check', value: true }));
  const persisted = (await manager?.persist?.().catch(() => false)) ?? false;
  const estimate = await manager?.estimate?.().catch(() => null);
  const freeBytes = estimate?.quota === undefined ? null : estimate.quota - (estimate.usage ?? 0);
  return { persisted, freeBytes, enough: freeBytes === null || freeBytes >= ENOUGH_BYTES };
}
