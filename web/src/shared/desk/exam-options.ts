/**
 * Options to choose one exam by its name, archived exams included: latest start first; exams with the same name are
 * told apart by their start.
 */
import { type ExamName, examNameListSchema } from '#contract/desk/exam-draft.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';

export const listExamNames = (signal: AbortSignal): Promise<ExamName[]> =>
  api.get('exams/names?archived=1', examNameListSchema, { signal });

export function examOptions(
  exams: readonly ExamName[],
  isWanted: (exam: ExamName) => boolean,
): { value: string; label: string }[] {
  const named = new Map<string, number>();
  for (const { name } of exams) named.set(name, (named.get(name) ?? 0) + 1);
  return exams.filter(isWanted).map(({ _id, name, startDate }) => ({
    value: _id,
    label: named.get(name) === 1 ? name : `${name} (${formatDateTime(startDate)})`,
  }));
}
