// The sittings of an exam whose documents are marked by hand.
import type { MarkingFilter, MarkingList } from '#contract/desk/marking.ts';
import { findExam } from '#db/queries/exams.ts';
import { countMarked, listMarkable as listRows } from '#db/queries/marking.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { toMark } from './to-mark.ts';

/** @throws Problem not-found, also for an MCQ exam, which takes no documents */
export async function listMarkable(
  deps: Deps,
  wanted: {
    examId: string;
    search: string;
    filter: MarkingFilter;
    after: string;
    pageSize: number;
  },
): Promise<{ list: MarkingList; total: number }> {
  const exam = await findExam(deps.db.orm, wanted.examId);
  if (!exam) throw new Problem('not-found');
  if (exam.format === 'MCQ')
    throw new Problem('not-found', { sentence: 'This exam takes no documents.' });
  const counts = await countMarked(deps.db, wanted.examId);
  const { rows, total } = await listRows(deps.db, wanted);
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
