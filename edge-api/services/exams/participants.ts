// The participants of an exam, for the Exam Score screen and the workbook that it exports.
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { signedPath } from '#api/services/files/file-path.ts';
import type {
  WorkbookCell,
  WorkbookRows,
  WorkbookSheet,
} from '#api/services/workbook/stream-workbook.ts';
import { numbers, text, toRows } from '#api/services/workbook/stream-workbook.ts';
import { documentAddress } from '#contract/desk/documents.ts';
import {
  documentsHead,
  exportFileName,
  NO_DOCUMENTS,
  NO_SCORE,
  type Participant,
} from '#contract/desk/participants.ts';
import { educationKeys } from '#contract/wire/users.ts';
import { findExam } from '#db/queries/exams.ts';
import {
  listParticipants as listRows,
  type ParticipantRow,
  type ParticipantSearch,
  type ParticipantsWanted,
  readAllParticipants,
} from '#db/queries/participants.ts';
import { scoredSections, toScoreList } from '#machines/sitting/scoring.ts';

const PIECE = 500;

const person = [text('Name', 30), text('Email', 34), text('Mobile', 13), text('Status', 12)];

// What `Export to Excel` writes (specification, Exam Score): Name, Email, Mobile, Status, Documents, then
// each scored section. A document's link leads to the desk, which asks who it is. The rows are those that search and status
// find on the screen, read piece by piece.

/** @throws Problem not-found */
export async function exportParticipants(
  deps: Deps,
  wanted: ParticipantSearch & { chosen: string },
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

// The participants of an exam for the Exam Score screen.

/** @throws Problem not-found */
export async function listParticipants(
  deps: Deps,
  wanted: ParticipantsWanted,
): Promise<{ rows: Participant[]; total: number }> {
  if (!(await findExam(deps.db.orm, wanted.examId))) throw new Problem('not-found');
  const { rows, total } = await listRows(deps.db, wanted);
  return { rows: rows.map((row) => toParticipant(deps, row)), total };
}

/** A stored participant in the words of the wire, the same for the screen and the export. */
function toParticipant(deps: Deps, row: ParticipantRow): Participant {
  const education = Object.fromEntries(
    educationKeys.map((key) => [key, row.education[key] ?? '']),
  ) as Record<(typeof educationKeys)[number], string>;
  return {
    _id: row.uid,
    fullName: row.full_name,
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    address: row.address,
    city: row.city,
    state: row.state,
    TxnID: row.txn_id,
    ...education,
    workExp: row.work_exp,
    status: row.status,
    examStatus: row.status === 'Completed' ? 'Completed' : null,
    docs: (row.docs ?? []).map((file) => signedPath(deps, file)),
    score: row.sections ? toScoreList(row.sections, row.documents) : [],
    ...(row.late_work && { lateWork: row.late_work }),
    hall: {
      room: row.room,
      extraPercent: row.extra_percent,
      largerText: row.larger_text,
      reader: row.reader,
      note: row.accommodation_note,
    },
  };
}
