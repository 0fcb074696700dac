// Works out what a corrected key changes, one piece of the sittings at a time. Changes and progress are stored together, so an
// interruption costs nothing and several processes don't count twice.
import { and, eq, sql } from 'drizzle-orm';
import { readCorrections } from '#api/services/questions/revisions.ts';
import {
  outdateReaders,
  type RescoreRow,
  readStoredSections,
  scanSittings,
} from '#db/queries/rescores.ts';
import { rescoreChanges, rescores } from '#db/schema/sittings.ts';
import type { ScoredSection } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { readWholes, type WholeSitting } from '../sittings/read-sitting.ts';
import { itemsOf, scoreLog, timesOf } from '../sittings/settle.ts';
import { carriedOver, otherRevisionIds } from './rescore.ts';

/** Sittings; takes about 100 ms when every sitting has the question. */
const PIECE = 300;

type Change = { sittingId: string; before: ScoredSection[]; after: ScoredSection[] };

export async function checkSittings(deps: Deps, rescore: RescoreRow): Promise<void> {
  const { db } = deps;
  const others = await otherRevisionIds(db.orm, rescore.questionId, rescore.keyRevisionId);
  const { carried, leftOut } = await carriedOver(db, others, rescore.keyRevisionId);
  const scanned = await scanSittings(db, {
    after: rescore.scannedUpTo,
    most: PIECE,
    revisionIds: others,
  });
  const holding = scanned.filter(({ holds }) => holds);
  // Forces a submission that was read before the correction to be read again, so that it isn't written with the old key after this check.
  if (rescore.appliedAt && holding.length > 0)
    await outdateReaders(
      db,
      holding.map(({ id }) => id),
    );
  const ended = holding.filter((sitting) => sitting.ended).map(({ id }) => id);
  const sittings = ended.length > 0 ? await readWholes(db, ended) : [];
  const items = [...new Set(sittings.flatMap(itemsOf))];
  const corrections = new Map(await readCorrections(db, items));
  for (const id of carried) corrections.set(id, rescore.keyRevisionId);
  const stored = await readStoredSections(db, ended);
  const changes: Change[] = [];
  let skipped = 0;
  for (const sitting of sittings) {
    if (itemsOf(sitting).some((id) => leftOut.includes(id))) skipped += 1;
    const change = await changeOf(deps, sitting, stored.get(sitting.id), corrections);
    if (change) changes.push(change);
  }
  await keep(deps, rescore, {
    changes,
    checked: sittings.length,
    leftOut: skipped,
    met: others.filter((id) => items.includes(id)),
    upTo: scanned.length < PIECE ? null : (scanned.at(-1)?.id ?? null),
  });
}

async function changeOf(
  deps: Deps,
  sitting: WholeSitting,
  before: ScoredSection[] | undefined,
  corrections: ReadonlyMap<number, number>,
): Promise<Change | null> {
  if (!before) return null;
  const times = timesOf(sitting);
  const { log, submissions } = sitting;
  const { sections } = await scoreLog(deps.db, sitting, log, submissions, times, corrections);
  return isSameScore(before, sections) ? null : { sittingId: sitting.id, before, after: sections };
}

export function isSameScore(a: readonly ScoredSection[], b: readonly ScoredSection[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ name, hundredths }, at) => b[at]?.name === name && b[at].hundredths === hundredths)
  );
}

type Piece = {
  changes: Change[];
  checked: number;
  leftOut: number;
  met: number[];
  /** Null when this was the last piece. */
  upTo: string | null;
};

async function keep(deps: Deps, rescore: RescoreRow, piece: Piece): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const met = new Set([...rescore.revisionsMet, ...piece.met]);
    const [mine] = await tx
      .update(rescores)
      .set({
        scannedUpTo: piece.upTo ?? rescore.scannedUpTo,
        checked: rescore.checked + piece.checked,
        leftOut: rescore.leftOut + piece.leftOut,
        revisionsMet: [...met].sort((a, b) => a - b),
      })
      .where(
        and(
          eq(rescores.id, rescore.id),
          eq(rescores.version, rescore.version),
          eq(rescores.scannedUpTo, rescore.scannedUpTo),
        ),
      )
      .returning({ id: rescores.id });
    if (!mine) return; // another process was faster, or the question was corrected again
    if (piece.changes.length > 0) {
      await tx
        .insert(rescoreChanges)
        .values(piece.changes.map((change) => ({ rescoreId: rescore.id, ...change })))
        .onConflictDoUpdate({
          target: [rescoreChanges.rescoreId, rescoreChanges.sittingId],
          set: { before: sql`excluded.before`, after: sql`excluded.after`, appliedAt: null },
        });
    }
    if (piece.upTo !== null) return;
    const isWaiting = sql`exists (select from ${rescoreChanges} where ${rescoreChanges.rescoreId} = ${rescore.id} and ${rescoreChanges.appliedAt} is null)`;
    const isDone = rescore.appliedAt !== null;
    await tx
      .update(rescores)
      .set({
        state: isDone ? sql`case when ${isWaiting} then 'ready' else 'done' end` : 'ready',
        version: rescore.version + 1,
        finishedAt: isDone ? new Date(deps.now()) : null,
      })
      .where(eq(rescores.id, rescore.id));
  });
}
