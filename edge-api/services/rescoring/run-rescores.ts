// Continues rescores, one bounded piece of work at a time, so that candidates' requests are answered in between and the server can stop.
// Any number of processes may run this.
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { newId } from '#api/services/new-id.ts';
import { countPapersWith } from '#api/services/questions/revisions.ts';
import { readWhole } from '#api/services/sittings/read-sitting.ts';
import {
  type Settlement,
  settlementOf,
  timesOf,
  writeSettlement,
} from '#api/services/sittings/settle.ts';
import { untilUnchanged } from '#api/services/sittings/try-again.ts';
import type { Rescore } from '#contract/desk/rescores.ts';
import {
  findLatestRescore,
  lockOpenRescore,
  type RescoreRow,
  readStoredSections,
} from '#db/queries/rescores.ts';
import { rescoreChanges, rescores } from '#db/schema/sittings.ts';
import { checkSittings, isSameScore } from './check-sittings.ts';
import { lockCurrentRevision, otherRevisionIds, readRescore } from './rescore.ts';
import { tellCorrected } from './tell-corrected.ts';

/** Pieces in one run; takes about two seconds. */
const MOST_PIECES = 20;

/** @returns how many pieces were done; 0 when nothing waits */
export async function runRescores(deps: Deps): Promise<number> {
  const due = await deps.db.orm
    .select({ id: rescores.id })
    .from(rescores)
    .where(inArray(rescores.state, ['checking', 'applying']))
    .orderBy(asc(rescores.askedAt), asc(rescores.id));
  let pieces = 0;
  for (const { id } of due) {
    try {
      while (pieces < MOST_PIECES && (await carryOn(deps, id))) pieces += 1;
    } catch (error) {
      // One failing rescore must not hold up the others. It is tried again in the next round.
      deps.log.error({ err: error, rescoreId: id }, 'rescore not carried on');
    }
  }
  return pieces;
}

async function carryOn(deps: Deps, id: string): Promise<boolean> {
  const [rescore] = await deps.db.orm.select().from(rescores).where(eq(rescores.id, id));
  if (rescore?.state === 'checking') await checkSittings(deps, rescore);
  else if (rescore?.state === 'applying') await applyChanges(deps, rescore);
  else return false;
  return true;
}

// Asks what a corrected key would change. Nothing is changed yet: run-rescores.ts works out the list in the background, and the list waits
// for a person.

/**
 * A second request for the same key continues the first; if the question was corrected again, the work starts over.
 * @throws Problem not-found
 */
export async function startRescore(
  deps: Deps,
  actor: string,
  questionId: string,
): Promise<Rescore> {
  await deps.db.transaction(async (tx) => {
    const keyRevisionId = await lockCurrentRevision(tx, questionId);
    if (keyRevisionId === null) throw new Problem('not-found');
    const latest = await findLatestRescore(tx, questionId);
    if (latest?.keyRevisionId === keyRevisionId) return;
    const open = await lockOpenRescore(tx, questionId);
    if (open) await tx.delete(rescores).where(eq(rescores.id, open.id));
    const others = await otherRevisionIds(tx, questionId, keyRevisionId);
    const papers = await countPapersWith(tx, others);
    await tx.insert(rescores).values({
      id: newId(),
      questionId,
      keyRevisionId,
      state: 'checking',
      version: (latest?.version ?? 0) + 1, // a new version, so that nobody confirms an older list in place of this one
      askedBy: actor,
      askedAt: new Date(deps.now()),
      papers,
    });
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'question.rescore-asked',
      subject: questionId,
      detail: { keyRevision: keyRevisionId, papers },
    });
  });
  return readRescore(deps, questionId);
}

/** Sittings; takes about 100 ms. */
const PIECE = 50;

type Change = typeof rescoreChanges.$inferSelect;

// Writes the confirmed scores, sitting by sitting, with the same settlement as any other change. A sitting whose score is no longer the one
// shown is left for the next check. A score that is already written isn't written twice.
async function applyChanges(deps: Deps, rescore: RescoreRow): Promise<void> {
  const { orm } = deps.db;
  const ofThese = (sittingIds: string[]) =>
    and(eq(rescoreChanges.rescoreId, rescore.id), inArray(rescoreChanges.sittingId, sittingIds));
  const waiting = await orm
    .select()
    .from(rescoreChanges)
    .where(and(eq(rescoreChanges.rescoreId, rescore.id), isNull(rescoreChanges.appliedAt)))
    .orderBy(asc(rescoreChanges.sittingId))
    .limit(PIECE);
  const applied: string[] = [];
  for (const change of waiting) {
    const outcome = await untilUnchanged(() => applyOne(deps, rescore, change)).catch(
      (error: unknown) => {
        // One sitting that can't be written must not hold up the others.
        deps.log.error({ err: error, sittingId: change.sittingId }, 'sitting not rescored');
        return 'moved' as const;
      },
    );
    if (outcome === 'applied') applied.push(change.sittingId);
    else await orm.delete(rescoreChanges).where(ofThese([change.sittingId]));
  }
  if (applied.length > 0)
    await deps.db.transaction(async (tx) => {
      // Another process may be working on the same piece.
      await tx
        .select({ id: rescores.id })
        .from(rescores)
        .where(eq(rescores.id, rescore.id))
        .for('update');
      const appliedAt = new Date(deps.now());
      await tx.update(rescoreChanges).set({ appliedAt }).where(ofThese(applied));
      await tellCorrected(tx, deps, rescore.id, applied);
    });
  if (waiting.length === PIECE) return;
  // Goes through all sittings again: those that ended or changed since the list was made are then shown as well.
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
