/**
 * What the office can do with one enrolment in an exam that the candidate hasn't taken: move it, with the fee paid, to another
 * exam; or note its fee as paid by an invoice that the office wrote.
 */
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  type Candidate,
  type CandidateEnrolment,
  candidateSchema,
  moveRequestSchema,
  paidByInvoiceSchema,
} from '#contract/desk/candidates.ts';
import type { Exam } from '#contract/wire/exams.ts';
import { ticked } from '#web/shared/desk/ticked.ts';
import { api } from '#web/shared/http.ts';
import { formatRupees } from '#web/shared/money.ts';
import { TextField, useFieldError } from '#web/ui/field.tsx';
import styles from './candidate.module.css';
import { ExamChoice, TellStart } from './exam-choice.tsx';
import { OfficeDialog } from './office-dialog.tsx';

interface MoveDialogProps {
  candidate: Candidate;
  /** Null while none is open. */
  enrolment: CandidateEnrolment | null;
  onClose: () => void;
  onDone: (said: string) => void;
}

const { examID, reason: moveReason } = moveRequestSchema.shape;
const moveSchema = z.object({
  examID,
  reason: moveReason,
  noted: ticked,
  notSat: ticked,
  tell: ticked,
});

export function MoveDialog({ candidate, enrolment, onClose, onDone }: MoveDialogProps) {
  const [chosen, setChosen] = useState<Exam | null>(null);
  const difference = enrolment && chosen ? differenceOf(enrolment, chosen) : 0;
  const taken = candidate.enrolments.filter(
    ({ status, id }) => status !== 'Registered' || id === enrolment?.id,
  );
  return (
    <OfficeDialog
      open={enrolment !== null}
      onClose={() => {
        setChosen(null);
        onClose();
      }}
      title="Move to another exam"
      action="Move"
      pendingLabel="Moving…"
      problemTitle="The candidate wasn’t moved"
      schema={moveSchema}
      send={({ noted, ...body }) =>
        api.post(
          `candidates/${candidate.uid}/move`,
          {
            ...body,
            enrolment: enrolment?.id,
            from: enrolment?.examId,
            ...(noted && { difference }),
          },
          candidateSchema,
        )
      }
      onDone={() => {
        setChosen(null);
        onDone(`${candidate.fullName} was moved to ${chosen?.name ?? 'the other exam'}.`);
      }}
      fallback="We couldn’t move the candidate. Please try again."
    >
      <p>
        <strong>{candidate.fullName}</strong> will be moved out of{' '}
        <strong>{enrolment?.exam}</strong>.
        {enrolment &&
          enrolment.paid > 0 &&
          ` The ${formatRupees(enrolment.paid)} already paid will carry over.`}
      </p>
      <ExamChoice
        label="New exam"
        without={new Set(taken.map(({ examId }) => examId))}
        onChosen={setChosen}
      />
      {difference !== 0 && (
        <label className={styles.check}>
          <input type="checkbox" name="noted" />
          That exam costs {formatRupees(Math.abs(difference))} {difference > 0 ? 'more' : 'less'}{' '}
          than they paid. Note it in Activity; we’ll settle it separately.
        </label>
      )}
      {chosen && candidate.mobile && enrolment?.status === 'Fees Paid' && (
        <TellStart exam={chosen} />
      )}
      <NotSat />
    </OfficeDialog>
  );
}

/** Shown after the server has replied that the candidate may have taken the exam. */
function NotSat() {
  if (!useFieldError('notSat')) return null;
  return (
    <label className={styles.check}>
      <input type="checkbox" name="notSat" />
      The candidate says they didn’t take it.
    </label>
  );
}

/** New price minus what was paid, in rupees, exact to the paisa; 0 for a candidate who hasn't paid yet. */
function differenceOf({ status, paid }: CandidateEnrolment, { price }: Exam): number {
  return status === 'Registered' ? 0 : Math.round((price - paid) * 100) / 100;
}

// Notes a Registered candidate's fee as paid by an invoice that the office wrote.

interface InvoiceDialogProps {
  candidate: Candidate;
  /** Null while none is open. */
  enrolment: CandidateEnrolment | null;
  onClose: () => void;
  onDone: (said: string) => void;
}

const { officeInvoice, reason: invoiceReason } = paidByInvoiceSchema.shape;
const invoiceSchema = z.object({ officeInvoice, reason: invoiceReason });

export function InvoiceDialog({ candidate, enrolment, onClose, onDone }: InvoiceDialogProps) {
  return (
    <OfficeDialog
      open={enrolment !== null}
      onClose={onClose}
      title="Paid by invoice"
      action="Note as paid"
      pendingLabel="Noting…"
      problemTitle="Nothing was noted"
      schema={invoiceSchema}
      send={(body) =>
        api.post(
          `candidates/${candidate.uid}/paid-by-invoice`,
          { ...body, enrolment: enrolment?.id, seen: enrolment?.examId, fee: enrolment?.fee },
          candidateSchema,
        )
      }
      onDone={() => onDone(`${candidate.fullName}’s fee is noted as paid by invoice.`)}
      fallback="We couldn’t note the fee as paid. Please try again."
    >
      <p>
        <strong>{candidate.fullName}</strong> will be Fees Paid for{' '}
        <strong>{enrolment?.exam}</strong>, {formatRupees(enrolment?.fee)}.
      </p>
      <TextField
        label="Your invoice number"
        name="officeInvoice"
        autoComplete="off"
        maxLength={60}
      />
    </OfficeDialog>
  );
}
