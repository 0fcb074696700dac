// The document pages of a sitting that count and are here. Which are named, the sitting's row says: `project` wrote it.
import { and, eq, sql } from 'drizzle-orm';
import type { Orm } from '../client.ts';
import { sittings } from '../schema/sittings.ts';

/** Whether a page is one that counts; all that were sent do where no device named any. */
const COUNTS = `(s.pages is null or d.sha256 = any(s.pages))`;

/** `d` is each such page of the sitting `s`. */
export const PAGES = `sitting_documents d where d.sitting_id = s.id and ${COUNTS}`;

/** With its file `f`. */
export const PAGES_WITH_FILES = `sitting_documents d join files f on f.id = d.file_id where d.sitting_id = s.id and ${COUNTS}`;

/** The candidate's order. */
export const PAGE_ORDER = `array_position(s.pages, d.sha256), d.received_at, d.sha256`;

/** A page has come. Where it counts, whoever marked the pages before should look again. */
export async function pageCame(
  tx: Orm,
  { sittingId, sha256, at }: { sittingId: string; sha256: string; at: Date },
): Promise<void> {
  const counts = sql`(${sittings.pages} is null or ${sha256} = any(${sittings.pages}))`;
  await tx
    .update(sittings)
    .set({ pagesSince: at })
    .where(and(eq(sittings.id, sittingId), counts));
}
