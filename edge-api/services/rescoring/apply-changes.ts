// Writes the confirmed scores, sitting by sitting, through the same settlement as any other. A sitting whose score
// is no longer the one that was shown is left for the next look; what is written already is not written twice.
import { and, asc, eq, isNull } from 'drizzle-orm';
import { type RescoreRow, readStoredSections } from '#db/queries/rescores.ts';
import { rescoreChanges, rescores } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { readWhole } from '../sittings/read-sitting.ts';
import { type Settlement, settlementOf, timesOf, writeSettlement } from '../sittings/settle.ts';
import { untilUnchanged } from '../sittings/try-again.ts';
import { isSameScore } from './check-sittings.ts';

/** Some 100 ms. */
const PIECE = 50;

type Change = typeof rescoreChanges.$inferSelect;

export async function applyChanges(deps: Deps, rescore: RescoreRow): Promise<void> {
  const { orm } = deps.db;
  const waiting = await orm
    .select()
    .from(rescoreChanges)
    .where(and(eq(rescoreChanges.rescoreId, rescore.id), isNull(rescoreChanges.appliedAt)))
    .orderBy(asc(rescoreChanges.sittingId))
    .limit(PIECE);
  for (const change of waiting) {
    const outcome = await untilUnchanged(() => applyOne(deps, rescore, change)).catch(
      (error: unknown) => {
        // The others are not to wait for the one that can't be written.
        deps.log.error({ err: error, sittingId: change.sittingId }, 'sitting not rescored');
        return 'moved' as const;
      },
    );
    const mine = and(
      eq(rescoreChanges.rescoreId, rescore.id),
      eq(rescoreChanges.sittingId, change.sittingId),
    );
    if (outcome === 'applied')
      await orm
        .update(rescoreChanges)
        .set({ appliedAt: new Date(deps.now()) })
        .where(mine);
    else await orm.delete(rescoreChanges).where(mine);
  }
  if (waiting.length === PIECE) return;
  // Once more through all: sittings that ended or changed since the list was made are shown in their turn.
  await orm
    .update(rescores)
    .set({
      state: 'checking',
      version: rescore.version + 1,
      scannedUpTo: '',
      checked: 0,
      leftOut: 0,
    })
    .where(and(eq(rescores.id, rescore.id), eq(rescores.version, rescore.version)));
}

/** @returns null when the sitting changed meanwhile */
async function applyOne(
  deps: Deps,
  rescore: RescoreRow,
  change: Change,
): Promise<'applied' | 'moved' | null> {
  const sitting = await readWhole(deps.db, { sittingId: change.sittingId });
  const stored = (await readStoredSections(deps.db, [change.sittingId])).get(change.sittingId);
  if (!sitting || !stored) return 'moved';
  if (isSameScore(stored, change.after)) return 'applied';
  const standing = await settlementOf(deps.db, sitting, timesOf(sitting));
  if (!isSameScore(stored, change.before) || !isSameScore(standing.sections, change.after))
    return 'moved';
  const settlement: Settlement = {
    ...standing,
    notes: [
      {
        actor: rescore.appliedBy ?? rescore.askedBy,
        action: 'sitting.rescored',
        detail: { question: rescore.questionId, before: change.before, after: change.after },
      },
    ],
  };
  const written = await writeSettlement(deps.db, sitting, settlement, deps.now());
  return written ? 'applied' : null;
}
