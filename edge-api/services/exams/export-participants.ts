// What `Export to Excel` writes (specification, Exam Score): Name, Email, Mobile, Status, Documents, then
// each scored section. A document's link leads to the desk, which asks who it is. The rows are those that search and status
// find on the screen, read piece by piece.
import { documentAddress } from '#contract/desk/documents.ts';
import {
  documentsHead,
  exportFileName,
  NO_DOCUMENTS,
  NO_SCORE,
  type Participant,
} from '#contract/desk/participants.ts';
import { findExam } from '#db/queries/exams.ts';
import {
  type ParticipantRow,
  type ParticipantSearch,
  readAllParticipants,
} from '#db/queries/participants.ts';
import { scoredSections } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { numbers, text, toRows } from '../workbook/columns.ts';
import type { WorkbookCell, WorkbookRows, WorkbookSheet } from '../workbook/stream-workbook.ts';
import { toParticipant } from './to-participant.ts';

const PIECE = 500;

const person = [text('Name', 30), text('Email', 34), text('Mobile', 13), text('Status', 12)];

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
    sheet: {
      name: 'Participants',
      columns: [...person, text(documentsHead(sections), 60), ...scores],
    },
    rows: toRows(readAllParticipants(deps.db, wanted, PIECE), (row) =>
      toRow(deps, toParticipant(deps, row), row.docs, sections),
    ),
  };
}

function toRow(
  { settings }: Deps,
  { fullName, email, mobile, status, score }: Participant,
  docs: ParticipantRow['docs'],
  sections: readonly string[],
): WorkbookCell[] {
  const links = (docs ?? []).map(({ id }) => settings.publicUrl + documentAddress(id));
  const marks = new Map(score.flatMap((entry) => Object.entries(entry)));
  return [
    ...[fullName, email, mobile, status, links.join(', ') || NO_DOCUMENTS],
    ...sections.map((section) => marks.get(section) ?? NO_SCORE),
  ];
}
