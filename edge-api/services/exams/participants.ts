// The participants of an exam, for the Exam Score screen and the workbook that it exports.

import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { normaliseUid, toUser } from '#api/services/auth/find-user.ts';
import { signedPath } from '#api/services/files/read-file.ts';
import {
  type ListColumns,
  listSheet,
  numbers,
  text,
  type Workbook,
} from '#api/services/workbook/stream-workbook.ts';
import { documentAddress } from '#contract/desk/marking.ts';
import {
  exportFileName,
  marksHead,
  NO_DOCUMENTS,
  NO_SCORE,
  type Participant,
} from '#contract/desk/participants.ts';
import { educationKeys } from '#contract/site/registration.ts';
import { lateNotes } from '#contract/wire/late-words.ts';
import { DOCUMENTS } from '#contract/wire/results.ts';
import type { User } from '#contract/wire/users.ts';
import { findExam } from '#db/queries/exams.ts';
import {
  hasLateWork,
  listParticipantRows,
  type ParticipantRow,
  type ParticipantSearch,
  type ParticipantsWanted,
  readAllParticipants,
} from '#db/queries/participants.ts';
import { readUserRow } from '#db/queries/users.ts';
import { exams } from '#db/schema/exams.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { scoredSections, toScoreList } from '#machines/sitting/scoring.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { newId } from '../new-id.ts';

const PIECE = 500;

// What `Export to Excel` writes: Name, Email, Mobile, Status, Documents, each scored section, and late work where there is any.
// A document's link leads to the desk, which requires a sign-in. The rows are those that search and status select on the screen,
// read piece by piece.

/** @throws Problem not-found */
export async function exportParticipants(
  deps: Deps,
  wanted: ParticipantSearch & { chosen: string },
): Promise<Workbook> {
  const exam = await findExam(deps.db.orm, wanted.examId);
  if (!exam) throw new Problem('not-found');
  const sections = scoredSections(exam);
  const late: ListColumns<Exported> = [[text('Late work', 60), ({ late }) => late]];
  const columns: ListColumns<Exported> = [
    [text('Name', 30), ({ fullName }) => fullName],
    [text('Email', 34), ({ email }) => email],
    [text('Mobile', 13), ({ mobile }) => mobile],
    [text('Status', 12), ({ status }) => status],
    [text(DOCUMENTS, 60), ({ links }) => links.join(', ') || NO_DOCUMENTS],
    ...sections.map(
      (name) =>
        [
          numbers(marksHead(name), 14),
          ({ marks }: Exported) => marks.get(name) ?? NO_SCORE,
        ] as const,
    ),
    ...((await hasLateWork(deps.db, exam.id)) ? late : []),
  ];
  return {
    fileName: exportFileName(exam.name),
    ...listSheet('Participants', columns, readExported(deps, wanted)),
  };
}

type Exported = Pick<Participant, 'fullName' | 'email' | 'mobile' | 'status'> & {
  links: string[];
  marks: Map<string, number>;
  late: string;
};

async function* readExported(deps: Deps, wanted: ParticipantSearch & { chosen: string }) {
  for await (const rows of readAllParticipants(deps.db, wanted, PIECE))
    yield rows.map((row): Exported => {
      const { score, ...participant } = toParticipant(deps, row);
      const links = (row.docs ?? []).map(({ id }) => deps.settings.publicUrl + documentAddress(id));
      return {
        ...participant,
        links,
        marks: new Map(score.flatMap((each) => Object.entries(each))),
        late: lateNotes(participant),
      };
    });
}

// The participants of an exam for the Exam Score screen.

/** @throws Problem not-found */
export async function listParticipants(
  deps: Deps,
  wanted: ParticipantsWanted,
): Promise<{ rows: Participant[]; total: number }> {
  if (!(await findExam(deps.db.orm, wanted.examId))) throw new Problem('not-found');
  const { rows, total } = await listParticipantRows(deps.db, wanted);
  return { rows: rows.map((row) => toParticipant(deps, row)), total };
}

/** A stored participant in the wire format, the same for the screen and the export. */
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
    ...(row.too_late && { tooLate: row.too_late }),
    hall: {
      room: row.room,
      extraPercent: row.extra_percent,
      largerText: row.larger_text,
      reader: row.reader,
      note: row.accommodation_note,
    },
  };
}

// Lets a Completed candidate take one more exam. The new enrolment becomes the current one; the old one keeps its result.

const refused = (field: string, message: string) =>
  new Problem('invalid', { fields: { [field]: message } });

/** @throws Problem not-found, invalid (the candidate isn't Completed, the exam isn't Active, or the candidate has already completed it) */
export async function allowAnother(
  deps: Deps,
  actor: string,
  wanted: { uid: string; examID: string; reason?: string | undefined },
): Promise<User> {
  const uid = normaliseUid(wanted.uid);
  await deps.db.transaction(async (tx) => {
    const [user] = await tx
      .select({ current: users.currentEnrolmentId, deletedAt: users.deletedAt })
      .from(users)
      .where(eq(users.uid, uid))
      .for('update');
    if (!user || user.deletedAt) throw new Problem('not-found');
    const mine = await tx.select().from(enrolments).where(eq(enrolments.uid, uid));
    if (mine.find(({ id }) => id === user.current)?.status !== 'Completed')
      throw refused('uid', 'This candidate hasn’t completed an exam.');
    const open = and(
      eq(exams.id, wanted.examID),
      eq(exams.status, 'Active'),
      isNull(exams.hiddenAt),
    );
    const [exam] = await tx.select({ id: exams.id, name: exams.name }).from(exams).where(open);
    if (!exam) throw refused('examID', 'Please choose an Active exam.');
    // The candidate may have applied for this exam, or even paid on a bank page that was still open, before sitting the other one.
    const standing = mine.find(({ examId }) => examId === exam.id);
    if (standing?.status === 'Completed')
      throw refused('examID', 'This candidate has already completed that exam.');
    const id = standing?.id ?? newId();
    if (!standing)
      await tx
        .insert(enrolments)
        .values({ id, uid, examId: exam.id, createdAt: new Date(deps.now()) });
    await tx.update(users).set({ currentEnrolmentId: id }).where(eq(users.uid, uid));
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'candidate.allowed-another',
      subject: uid,
      detail: {
        examId: exam.id,
        name: exam.name,
        ...(wanted.reason && { reason: wanted.reason }),
      },
    });
  });
  const row = await readUserRow(deps.db, uid);
  if (!row) throw new Problem('not-found');
  return toUser(row);
}
