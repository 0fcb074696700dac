// The state of a question's latest rescore, and what its candidates saw.

import { and, asc, count, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { readCorrections, readRevisions } from '#api/services/questions/revisions.ts';
import { keyAsSeen } from '#api/services/sittings/settle.ts';
import type { Rescore, RescoreChange } from '#contract/desk/rescores.ts';
import type { Database, Orm } from '#db/client.ts';
import {
  countChanges,
  findLatestRescore,
  listChangeRows,
  lockOpenRescore,
} from '#db/queries/rescores.ts';
import { keyCorrections, questionRevisions, questions } from '#db/schema/exams.ts';
import { rescoreChanges, rescores } from '#db/schema/sittings.ts';
import { type KeyItem, toScoreList } from '#machines/sitting/scoring.ts';
import { recordAudit } from '../audit/record-audit.ts';

/** @throws Problem not-found when no rescore was ever asked for */
export async function readRescore(deps: Deps, questionId: string): Promise<Rescore> {
  const { db } = deps;
  const rescore = await findLatestRescore(db.orm, questionId);
  if (!rescore) throw new Problem('not-found');
  const { waiting, applied } = await countChanges(db, rescore.id);
  const met = rescore.revisionsMet;
  const inForce = await readCorrections(db, met);
  const revisions = await readRevisions(db, [...met, ...inForce.values(), rescore.keyRevisionId]);
  const corrected = revisions.get(rescore.keyRevisionId);
  if (!corrected) throw new Error(`Question revision ${rescore.keyRevisionId} is missing`);
  const versions = met.flatMap((id) => {
    const seen = revisions.get(id);
    if (!seen) return [];
    const keyId = inForce.get(id);
    // Once this rescore is applied, its key is the one in force, and the key before it is the one that the paper was drawn with.
    const earlier = keyId === rescore.keyRevisionId ? undefined : revisions.get(keyId ?? id);
    const after = keyAsSeen(seen, corrected);
    return {
      revision: id,
      text: seen.text,
      options: [...seen.options],
      sameText: seen.text === corrected.text,
      before: toKey((earlier && keyAsSeen(seen, earlier)) ?? seen),
      after: after && toKey(after),
    };
  });
  const { version, state, papers, checked, leftOut } = rescore;
  return {
    version,
    state,
    corrected: rescore.appliedAt !== null,
    question: corrected.text,
    versions,
    papers,
    checked,
    leftOut,
    changes: waiting,
    applied,
    texts: deps.sms.canSend('score-corrected'),
  };
}

function toKey({ correct, also = [], weightage, negative }: KeyItem) {
  return {
    CorrectAnswer: correct,
    ...(also.length > 0 && { AlsoCorrect: [...also] }),
    Weightage: weightage / 100,
    Negative: negative / 100,
  };
}

// The scores that a rescore changes, a page at a time, as the candidates see them.

/** @throws Problem not-found when no rescore was ever asked for */
export async function listChanges(
  deps: Deps,
  wanted: { questionId: string; page: number; pageSize: number },
): Promise<{ rows: RescoreChange[]; total: number }> {
  const rescore = await findLatestRescore(deps.db.orm, wanted.questionId);
  if (!rescore) throw new Problem('not-found');
  const { waiting, applied } = await countChanges(deps.db, rescore.id);
  const found = await listChangeRows(deps.db, { rescoreId: rescore.id, ...wanted });
  const rows = found.map((row) => ({
    sittingId: row.sitting_id,
    uid: row.uid,
    fullName: row.full_name,
    examName: row.exam_name,
    before: toScoreList(row.before, row.documents),
    after: toScoreList(row.after, row.documents),
    applied: row.applied,
  }));
  return { rows, total: waiting + applied };
}

// A question whose key was corrected: its current revision, and its earlier revisions in papers.

/** The current revision, with the question locked until the transaction ends; null when it was erased. */
export async function lockCurrentRevision(tx: Orm, questionId: string): Promise<number | null> {
  const [question] = await tx
    .select({ revisionId: questions.revisionId })
    .from(questions)
    .where(eq(questions.id, questionId))
    .for('update');
  return question?.revisionId ?? null;
}

/** The question's other revisions, oldest first. */
export async function otherRevisionIds(
  orm: Orm,
  questionId: string,
  keyRevisionId: number,
): Promise<number[]> {
  const rows = await orm
    .select({ id: questionRevisions.id })
    .from(questionRevisions)
    .where(
      and(eq(questionRevisions.questionId, questionId), ne(questionRevisions.id, keyRevisionId)),
    )
    .orderBy(asc(questionRevisions.id));
  return rows.map(({ id }) => id);
}

/** Splits the other revisions into those that the corrected key can be carried over to, and the rest. */
export async function carriedOver(
  db: Database,
  otherIds: readonly number[],
  keyRevisionId: number,
): Promise<{ carried: number[]; leftOut: number[] }> {
  const revisions = await readRevisions(db, [...otherIds, keyRevisionId]);
  const corrected = revisions.get(keyRevisionId);
  if (!corrected) throw new Error(`Question revision ${keyRevisionId} is missing`);
  const isCarried = (id: number) => {
    const seen = revisions.get(id);
    return seen !== undefined && keyAsSeen(seen, corrected) !== null;
  };
  return {
    carried: otherIds.filter(isCarried),
    leftOut: otherIds.filter((id) => !isCarried(id)),
  };
}

// A person confirms a rescore. From this transaction on the corrected key scores everything that is scored, and run-rescores.ts changes
// the listed scores one by one.

/**
 * @param seen the version and the number of changes that the person was shown; if either differs, nothing is applied
 * @throws Problem changed-meanwhile
 */
export async function applyRescore(
  deps: Deps,
  actor: string,
  questionId: string,
  seen: { version: number; changes: number },
): Promise<Rescore> {
  // Read before the question is locked, because PGlite has only one connection. That is safe, since revisions never change.
  const key = await readKey(deps, questionId);
  if (!key) throw new Problem('changed-meanwhile');
  await deps.db.transaction(async (tx) => {
    const current = await lockCurrentRevision(tx, questionId);
    const open = await lockOpenRescore(tx, questionId);
    if (!open) throw new Problem('changed-meanwhile');
    const [{ waiting } = { waiting: 0 }] = await tx
      .select({ waiting: count() })
      .from(rescoreChanges)
      .where(and(eq(rescoreChanges.rescoreId, open.id), isNull(rescoreChanges.appliedAt)));
    const isAsShown =
      open.state === 'ready' && open.version === seen.version && waiting === seen.changes;
    if (!isAsShown || open.keyRevisionId !== current || key.keyRevisionId !== current)
      throw new Problem('changed-meanwhile');
    const now = new Date(deps.now());
    if (key.carried.length > 0) {
      await tx
        .insert(keyCorrections)
        .values(
          key.carried.map((revisionId) => ({
            revisionId,
            keyRevisionId: current,
            correctedBy: actor,
            correctedAt: now,
          })),
        )
        .onConflictDoUpdate({
          target: keyCorrections.revisionId,
          set: {
            keyRevisionId: sql`excluded.key_revision_id`,
            correctedBy: sql`excluded.corrected_by`,
            correctedAt: sql`excluded.corrected_at`,
          },
        });
    }
    await tx
      .update(rescores)
      .set({ state: 'applying', version: open.version + 1, appliedBy: actor, appliedAt: now })
      .where(eq(rescores.id, open.id));
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'question.rescored',
      subject: questionId,
      detail: { keyRevision: current, revisions: key.carried, changes: waiting },
    });
  });
  return readRescore(deps, questionId);
}

/** Null when no list of changes waits to be confirmed. */
async function readKey(deps: Deps, questionId: string) {
  const [open] = await deps.db.orm
    .select({ keyRevisionId: rescores.keyRevisionId })
    .from(rescores)
    .where(and(eq(rescores.questionId, questionId), eq(rescores.state, 'ready')));
  if (!open) return null;
  const { keyRevisionId } = open;
  const others = await otherRevisionIds(deps.db.orm, questionId, keyRevisionId);
  const { carried } = await carriedOver(deps.db, others, keyRevisionId);
  return { keyRevisionId, carried };
}
