// Marks a sitting's documents by hand: the pages that count, in the candidate's order, the score so far, and the mark.
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { signedPath } from '#api/services/files/read-file.ts';
import type {
  DocumentMark,
  MarkableSitting,
  MarkingList,
  MarkRequest,
} from '#contract/desk/marking.ts';
import { findExam } from '#db/queries/exams.ts';
import {
  countMarked,
  listMarkableRows,
  type MarkableWanted,
  readMark,
} from '#db/queries/marking.ts';
import { exams } from '#db/schema/exams.ts';
import { results, resultTexts, sittings } from '#db/schema/sittings.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';
import { recordAudit } from '../audit/record-audit.ts';

/** @throws Problem not-found, also while the sitting is still open or when its exam takes no documents */
export async function readMarkable(deps: Deps, sittingId: string): Promise<MarkableSitting> {
  const mark = await readMark(deps.db, sittingId);
  if (!mark || mark.format === 'MCQ') throw new Problem('not-found');
  return {
    sittingId,
    examId: mark.exam_id,
    uid: mark.uid,
    fullName: mark.full_name,
    provisional: mark.provisional,
    mark: toMark(mark),
    outdated: mark.outdated,
    pages: mark.files.map(({ id, name, media_type: mediaType }) => ({
      path: signedPath(deps, { id, name }),
      name,
      mediaType,
    })),
    missing: mark.named === null ? 0 : mark.named - mark.files.length,
    held: mark.held_events,
    score: toScoreList(mark.sections, mark.documents),
  };
}

// The sittings of an exam whose documents are marked by hand.

/** @throws Problem not-found, also for an MCQ exam, which takes no documents */
export async function listMarkable(
  deps: Deps,
  wanted: MarkableWanted,
): Promise<{ list: MarkingList; total: number }> {
  const exam = await findExam(deps.db.orm, wanted.examId);
  if (!exam) throw new Problem('not-found');
  if (exam.format === 'MCQ')
    throw new Problem('not-found', { sentence: 'This exam doesn’t take documents.' });
  const counts = await countMarked(deps.db, wanted.examId);
  const { rows, total } = await listMarkableRows(deps.db, wanted);
  const list = {
    examName: exam.name,
    ...counts,
    rows: rows.map((row) => ({
      sittingId: row.id,
      uid: row.uid,
      fullName: row.full_name,
      provisional: row.provisional,
      mark: toMark(row),
      outdated: row.outdated,
      pages: row.pages,
    })),
  };
  return { list, total };
}

type MarkColumns = {
  documents: number | null; // hundredths
  documents_by: string | null;
  documents_at: number | null; // ms
  documents_reason: string;
};

/** A mark in the wire format. */
function toMark(row: MarkColumns): DocumentMark | null {
  const { documents, documents_by: by, documents_at: at, documents_reason: reason } = row;
  if (documents === null || by === null || at === null) return null;
  return { documents: documents / 100, by, at: new Date(at).toISOString(), reason };
}

/**
 * SQL for what the result page says when a mark replaces one that the candidate was already told about (decision 105): the time, and the
 * total before. A mark that was taken back and is given again is compared with the total before it was taken back; if the total is the
 * same again, the page says nothing. The stored `before` leaves out the new mark, which list-results.ts adds.
 */
function correctedBy(hundredths: number, at: number): SQL {
  const { corrected, documents, total } = results;
  const said = (before: SQL) =>
    sql`jsonb_build_object('at', ${at}::float8, 'before', ${before} - ${hundredths}::int, 'documents', true)`;
  const before = sql`(${corrected}->>'before')::int`;
  return sql`case when not exists (select from ${resultTexts} where ${resultTexts.sittingId} = ${results.sittingId}) then ${corrected}
    when ${documents} is null and ${corrected} ? 'documents' then
      case when ${before} <> coalesce(${total}, 0) + ${hundredths}::int then ${said(before)} end
    when ${documents} <> ${hundredths}::int then ${said(sql`${total}`)} else ${corrected} end`;
}

// Writes the mark that a person gives for a sitting's documents: the section `Documents` of the result. Settling the sitting again
// keeps this mark, and marking keeps the settled sections.

/** @throws Problem not-found (also while the sitting is open), changed-meanwhile */
export async function markDocuments(
  deps: Deps,
  actor: string,
  sittingId: string,
  { documents, reason, seen }: MarkRequest,
): Promise<MarkableSitting> {
  const hundredths = documents === null ? null : Math.round(documents * 100);
  await deps.db.transaction(async (tx) => {
    const [standing] = await tx
      .select({ documents: results.documents, at: results.documentsAt })
      .from(results)
      .innerJoin(sittings, eq(sittings.id, results.sittingId))
      .innerJoin(exams, eq(exams.id, sittings.examId))
      .where(
        and(
          eq(results.sittingId, sittingId),
          inArray(sittings.state, ['submitted', 'closed']),
          isNull(sittings.cell),
          inArray(exams.format, ['DOC Upload', 'MIX']),
        ),
      )
      .for('update', { of: results });
    if (!standing) throw new Problem('not-found');
    // Makes sure that two marks never have the same time, so that `seen` identifies one of them.
    const at = Math.max(deps.now(), (standing.at?.getTime() ?? 0) + 1);
    const written = await tx
      .update(results)
      .set({
        documents: hundredths,
        documentsBy: hundredths === null ? null : actor,
        documentsAt: hundredths === null ? null : new Date(at),
        documentsReason: hundredths === null ? '' : reason,
        corrected: correctedBy(hundredths ?? 0, at),
      })
      .where(
        and(
          eq(results.sittingId, sittingId),
          seen === null ? isNull(results.documentsAt) : eq(results.documentsAt, new Date(seen)),
        ),
      )
      .returning({ sittingId: results.sittingId });
    if (written.length === 0) throw new Problem('changed-meanwhile');
    await recordAudit(tx, deps.now(), {
      actor,
      action: hundredths === null ? 'documents.mark-taken-back' : 'documents.marked',
      subject: sittingId,
      detail: { from: standing.documents, to: hundredths, reason },
    });
  });
  return readMarkable(deps, sittingId);
}
