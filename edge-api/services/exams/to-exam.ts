// A stored exam in the words of the wire. Sections and version are the administrator's only.
import type { Exam } from '#contract/wire/exams.ts';
import type { ExamRow } from '#db/queries/exams.ts';
import { publicPath } from '../files/file-path.ts';

export function toExam(row: ExamRow, forAdmin: boolean): Exam {
  return {
    _id: row.id,
    name: row.name,
    price: row.pricePaise / 100,
    description: row.description,
    startDate: row.startsAt.toISOString(),
    duration: row.durationMinutes,
    format: row.format,
    status: row.status,
    start: row.start,
    imageUrl: row.imageFileId && publicPath(row.imageFileId),
    ...(row.resultFileId && { resultPdf: publicPath(row.resultFileId) }),
    ...(forAdmin && {
      fields: row.sections,
      lateMinutes: row.lateMinutes,
      anotherDevice: row.anotherDevice,
      version: row.version,
      ...(row.archivedFrom !== null && { archived: true }),
    }),
  };
}
