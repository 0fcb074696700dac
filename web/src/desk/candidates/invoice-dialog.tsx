/** Notes that the fee of somebody who had registered is paid by an invoice of the office. */
import * as z from 'zod/mini';
import {
  type Candidate,
  type CandidateEnrolment,
  candidateSchema,
  paidByInvoiceSchema,
} from '#contract/desk/candidates.ts';
import { api } from '#web/shared/http.ts';
import { formatRupees } from '#web/shared/money.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { OfficeDialog } from './office-dialog.tsx';

interface InvoiceDialogProps {
  candidate: Candidate;
  /** Null while none is open. */
  enrolment: CandidateEnrolment | null;
  onClose: () => void;
  onDone: (said: string) => void;
}

const { officeInvoice, reason } = paidByInvoiceSchema.shape;
const formSchema = z.object({ officeInvoice, reason });

export function InvoiceDialog({ candidate, enrolment, onClose, onDone }: InvoiceDialogProps) {
  return (
    <OfficeDialog
      open={enrolment !== null}
      onClose={onClose}
      title="Paid by invoice"
      action="Note as paid"
      pendingLabel="Noting…"
      problemTitle="Nothing was noted"
      plan={{
        schema: formSchema,
        send: (body) =>
          api.post(
            `candidates/${candidate.uid}/paid-by-invoice`,
            { ...body, enrolment: enrolment?.id },
            candidateSchema,
          ),
        onDone: () => onDone(`The fee of ${candidate.fullName} is noted as paid by invoice.`),
        fallback: 'The fee could not be noted as paid. Please try again.',
      }}
    >
      <p>
        <strong>{candidate.fullName}</strong> becomes Fees Paid for{' '}
        <strong>{enrolment?.exam}</strong>, {formatRupees(enrolment?.fee)}.
      </p>
      <TextField
        label="Number of your invoice"
        name="officeInvoice"
        autoComplete="off"
        maxLength={60}
      />
    </OfficeDialog>
  );
}
