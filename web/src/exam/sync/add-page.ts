// Adds a page that the candidate photographed or chose to the document answer.
import { readSitting } from '../local-db/read-sitting.ts';
import { recordPage } from '../local-db/record-page.ts';
import { withStorage } from '../local-db/storage-trouble.ts';
import type { SyncDeps } from './push-batch.ts';
import { momentOf } from './server-clock.ts';
import { sha256Hex } from './sha256.ts';

/**
 * In the place of the page with the hash `replaces`, or after the others.
 * @param page an image or PDF, shrunk beforehand; at most LARGEST_PAGE bytes
 * @returns false when the sitting takes no acts any more
 * @throws StorageTrouble
 */
export async function addPage(
  { db, clock }: Pick<SyncDeps, 'db' | 'clock'>,
  sittingId: string,
  page: { type: string; bytes: ArrayBuffer },
  replaces: string | null = null,
): Promise<boolean> {
  const sha256 = await sha256Hex(page.bytes);
  const sitting = await withStorage(db, () => readSitting(db, sittingId));
  return recordPage(
    db,
    sittingId,
    { sha256, ...page },
    momentOf(clock, sitting ?? { startedAt: clock.now() }),
    replaces,
  );
}
