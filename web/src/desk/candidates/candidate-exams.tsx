/** The exams a candidate applied for: status, room, fee and payment of each. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import {
  type Candidate,
  type CandidateEnrolment,
  officeActSchema,
} from '#contract/desk/candidates.ts';
import { allowAnotherRequestSchema } from '#contract/desk/participants.ts';
import { userReplySchema } from '#contract/wire/users.ts';
import { DayAndTime } from '#web/shared/day-and-time.tsx';
import { NO_VALUE } from '#web/shared/desk/no-value.ts';
import { RowAct, RowActs } from '#web/shared/desk/row-act.tsx';
import { formatDate } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { formatRupees } from '#web/shared/money.ts';
import { examScorePath } from '#web/shared/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import styles from './candidate.module.css';
import { StatusBadge } from './candidate-columns.tsx';
import { InvoiceDialog, MoveDialog } from './enrolment-dialogs.tsx';
import { ExamChoice } from './exam-choice.tsx';
import { OfficeDialog } from './office-dialog.tsx';

interface CandidateExamsProps {
  candidate: Candidate;
  onDone: (said: string) => void;
}

export function CandidateExams({ candidate, onDone }: CandidateExamsProps) {
  const [allowing, setAllowing] = useState(false);
  const [paying, setPaying] = useState<CandidateEnrolment | null>(null);
  const [moving, setMoving] = useState<CandidateEnrolment | null>(null);
  const current = candidate.enrolments.find((enrolment) => enrolment.current);
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <h2>Exams</h2>
        {current?.status === 'Completed' && (
          <Button onClick={() => setAllowing(true)}>Allow another exam</Button>
        )}
      </div>
      {candidate.enrolments.length === 0 ? (
        <p className={styles.about}>This candidate hasn’t applied for an exam.</p>
      ) : (
        <DataTable
          caption="Exams"
          captionHidden
          dense
          cards
          columns={[...columns, actsColumn(setMoving, setPaying)]}
          rows={candidate.enrolments}
          rowKey={({ id }) => id}
        />
      )}
      <InvoiceDialog
        candidate={candidate}
        enrolment={paying}
        onClose={() => setPaying(null)}
        onDone={(said) => {
          setPaying(null);
          onDone(said);
        }}
      />
      <MoveDialog
        candidate={candidate}
        enrolment={moving}
        onClose={() => setMoving(null)}
        onDone={(said) => {
          setMoving(null);
          onDone(said);
        }}
      />
      <AllowAnotherDialog
        open={allowing}
        candidate={candidate}
        onClose={() => setAllowing(false)}
        onDone={(said) => {
          setAllowing(false);
          onDone(said);
        }}
      />
    </div>
  );
}

const columns: Column<CandidateEnrolment>[] = [
  {
    key: 'exam',
    head: 'Exam',
    rowHead: true,
    cell: ({ examId, exam, current, startsAt }) => (
      <span className={styles.exam}>
        <Link to={examScorePath(examId)}>
          <bdi>{exam}</bdi>
        </Link>{' '}
        {current && <Badge>Current</Badge>}
        <span className={styles.detail}>
          <DayAndTime at={startsAt} />
        </span>
      </span>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    cell: ({ status, appliedAt }) => (
      <>
        <StatusBadge status={status} />
        <span className={styles.detail}>Applied {formatDate(appliedAt)}</span>
      </>
    ),
  },
  { key: 'room', head: 'Room', cell: ({ room }) => room || NO_VALUE },
  { key: 'fee', head: 'Fee', numeric: true, cell: ({ fee }) => formatRupees(fee) },
  { key: 'paid', head: 'Paid', numeric: true, cell: ({ paid }) => formatRupees(paid) },
  {
    key: 'transaction',
    head: 'Transaction',
    cell: ({ transaction }) => <span className={styles.code}>{transaction ?? NO_VALUE}</span>,
  },
];

function actsColumn(
  onMove: (enrolment: CandidateEnrolment) => void,
  onPaid: (enrolment: CandidateEnrolment) => void,
): Column<CandidateEnrolment> {
  return {
    key: 'acts',
    head: 'Actions',
    pinned: true,
    cell: (enrolment) =>
      !enrolment.sat &&
      enrolment.status !== 'Completed' && (
        <RowActs>
          {enrolment.status === 'Registered' && (
            <RowAct
              aria-label={`Paid by invoice: ${enrolment.exam}`}
              onClick={() => onPaid(enrolment)}
            >
              Paid by invoice
            </RowAct>
          )}
          <RowAct aria-label={`Move from ${enrolment.exam}`} onClick={() => onMove(enrolment)}>
            Move
          </RowAct>
        </RowActs>
      ),
  };
}

interface AllowAnotherDialogProps {
  open: boolean;
  candidate: Candidate;
  onClose: () => void;
  onDone: (said: string) => void;
}

const formSchema = z.object({
  ...officeActSchema.shape,
  examID: allowAnotherRequestSchema.shape.examID,
});

/** Lets a candidate who has completed an exam take another; the result they have stays. */
function AllowAnotherDialog({ open, candidate, onClose, onDone }: AllowAnotherDialogProps) {
  const { uid, fullName, enrolments } = candidate;
  const completed = enrolments.filter(({ status }) => status === 'Completed');
  return (
    <OfficeDialog
      open={open}
      onClose={onClose}
      title="Allow another exam"
      action="Allow"
      pendingLabel="Allowing…"
      problemTitle="No exam was added"
      schema={formSchema}
      send={(body) => api.post('exams/allow-another', { uid, ...body }, userReplySchema)}
      onDone={({ user: { status } }) =>
        onDone(
          status === 'Fees Paid'
            ? `${fullName} can now take the exam you chose. It’s already paid for.`
            : `${fullName} can now pay for the exam you chose.`,
        )
      }
      fallback="We couldn’t add the exam. Please try again."
    >
      <p>
        <strong>{fullName}</strong> becomes Registered for it and pays its fee as usual, unless
        they’ve already paid. They keep the result they have.
      </p>
      <ExamChoice label="Exam" without={new Set(completed.map(({ examId }) => examId))} />
    </OfficeDialog>
  );
}
