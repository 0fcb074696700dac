/** An exam in words, to tell what somebody else changed in it while it was being edited. */
import type { Exam } from '#contract/wire/exams.ts';
import type { InWords } from '#web/shared/desk/list-changes.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { formatRupees } from '#web/shared/money.ts';

/** Markup and addresses of files would say nothing to the reader. */
export const wordless = ['Description', 'Image', 'Result PDF'];

/** Whose clock it is, as the form asks. */
export const startInWords: Record<Exam['start'], string> = {
  own: 'From when each candidate starts',
  together: 'From the start, for everyone',
};

/** Who lets a candidate go on with another phone. */
export const anotherDeviceInWords: Record<NonNullable<Exam['anotherDevice']>, string> = {
  self: 'The candidate decides',
  approval: 'A proctor must allow it',
};

export function examInWords(exam: Exam): InWords {
  const sections = (exam.fields ?? []).filter(({ fieldCount }) => fieldCount > 0);
  return {
    'Exam Name': exam.name,
    Price: formatRupees(exam.price),
    Duration: `${exam.duration} minutes`,
    Start: formatDateTime(exam.startDate),
    'Time runs': startInWords[exam.start],
    'Another phone': anotherDeviceInWords[exam.anotherDevice ?? 'self'],
    'Late work': exam.lateMinutes == null ? 'As in Settings' : `${exam.lateMinutes} minutes`,
    Format: exam.format,
    Status: exam.archived ? 'Archived' : exam.status,
    Description: exam.description,
    Sections: sections.map(({ fieldType, fieldCount }) => `${fieldType} ${fieldCount}`).join(', '),
    Image: exam.imageUrl ?? '',
    'Result PDF': exam.resultPdf ?? '',
  };
}
