// What `Export to Excel` writes (specification, Exam Score): Name, Email, Mobile, Status, Documents, then
// each scored section. The rows are those of the screen, read piece by piece.
import {
  exportFileName,
  NO_DOCUMENTS,
  NO_SCORE,
  type Participant,
} from '#contract/participants.ts';
import { findExam } from '#db/queries/exams.ts';
import { readAllParticipants } from '#db/queries/participants.ts';
import { scoredSections } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { WorkbookCell, WorkbookRows, WorkbookSheet } from '../workbook/stream-workbook.ts';
import { toParticipant } from './to-participant.ts';

const PIECE = 500;

const person = [
  { head: 'Name', width: 30, of: 'text' },
  { head: 'Email', width: 34, of: 'text' },
  { head: 'Mobile', width: 13, of: 'text' },
  { head: 'Status', width: 12, of: 'text' },
  { head: 'Documents', width: 60, of: 'text' },
] as const;

/** @throws Problem not-found */
export async function exportParticipants(
  deps: Deps,
  examId: string,
): Promise<{ fileName: string; sheet: WorkbookSheet; rows: WorkbookRows }> {
  const exam = await findExam(deps.db.orm, examId);
  if (!exam) throw new Problem('not-found');
  const sections = scoredSections(exam);
  const scores = sections.map((head) => ({ head, width: 14, of: 'numbers' }) as const);
  return {
    fileName: exportFileName(exam.name),
    sheet: { name: 'Participants', columns: [...person, ...scores] },
    rows: readRows(deps, examId, sections),
  };
}

async function* readRows(
  deps: Deps,
  examId: string,
  sections: readonly string[],
): AsyncGenerator<WorkbookCell[][]> {
  for await (const rows of readAllParticipants(deps.db, examId, PIECE)) {
    yield rows.map((row) => toRow(deps, toParticipant(deps, row), sections));
  }
}

function toRow(
  { settings }: Deps,
  { fullName, email, mobile, status, docs, score }: Participant,
  sections: readonly string[],
): WorkbookCell[] {
  const links = docs.map((path) => settings.publicUrl + path).join(', ') || NO_DOCUMENTS;
  const marks = new Map(score.flatMap((entry) => Object.entries(entry)));
  return [
    ...[fullName, email, mobile, status, links],
    ...sections.map((section) => marks.get(section) ?? NO_SCORE),
  ];
}
