/** What somebody else changed in an exam while it was being edited, in words. */
import type { Exam } from '#contract/exams.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { formatRupees } from '#web/lib/money.ts';

function inWords(exam: Exam): Record<string, string> {
  const sections = (exam.fields ?? []).filter(({ fieldCount }) => fieldCount > 0);
  return {
    'Exam Name': exam.name,
    Price: formatRupees(exam.price),
    Duration: `${exam.duration} minutes`,
    Start: formatDateTime(exam.startDate),
    Format: exam.format,
    Status: exam.status,
    Description: exam.description,
    Sections: sections.map(({ fieldType, fieldCount }) => `${fieldType} ${fieldCount}`).join(', '),
    Image: exam.imageUrl ?? '',
    'Result PDF': exam.resultPdf ?? '',
  };
}

export interface Change {
  label: string;
  /** As it is now; null where the value itself would say nothing. */
  now: string | null;
}

export function listChanges(opened: Exam, now: Exam): Change[] {
  const before = inWords(opened);
  return Object.entries(inWords(now))
    .filter(([label, text]) => text !== before[label])
    .map(([label, text]) => {
      const wordless = ['Description', 'Image', 'Result PDF'].includes(label);
      return { label, now: wordless ? null : text };
    });
}
