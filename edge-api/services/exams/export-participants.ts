// What `Export to Excel` writes (specification, Exam Score): Name, Email, Mobile, Status, Documents, then
// each scored section. The rows are those that search and status find on the screen, read piece by piece.
import {
  exportFileName,
  NO_DOCUMENTS,
  NO_SCORE,
  type Participant,
} from '#contract/desk/participants.ts';
import { findExam } from '#db/queries/exams.ts';
import { type ParticipantSearch, readAllParticipants } from '#db/queries/participants.ts';
import { scoredSections } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { numbers, text, toRows } from '../workbook/columns.ts';
import type { WorkbookCell, WorkbookRows, WorkbookSheet } from '../workbook/stream-workbook.ts';
import { toParticipant } from './to-participant.ts';

const PIECE = 500;

const person = [
  text('Name', 30),
  text('Email', 34),
  text('Mobile', 13),
  text('Status', 12),
  text('Documents', 60),
];

/** @throws Problem not-found */
export async function exportParticipants(
  deps: Deps,
  wanted: ParticipantSearch,
): Promise<{ fileName: string; sheet: WorkbookSheet; rows: WorkbookRows }> {
  const exam = await findExam(deps.db.orm, wanted.examId);
  if (!exam) throw new Problem('not-found');
  const sections = scoredSections(exam);
  const scores = sections.map((head) => numbers(head, 14));
  return {
    fileName: exportFileName(exam.name),
    sheet: { name: 'Participants', columns: [...person, ...scores] },
    rows: toRows(readAllParticipants(deps.db, wanted, PIECE), (row) =>
      toRow(deps, toParticipant(deps, row), sections),
    ),
  };
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
