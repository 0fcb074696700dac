/** Adds one candidate by hand: somebody who came to the counter, or who is missing from a college's list. */
import { candidateAddedSchema, newCandidateSchema } from '#contract/desk/candidates.ts';
import { OfficeDialog, PersonFields } from '#web/desk/candidates/office-dialog.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { TextField } from '#web/ui/field.tsx';
import { ExamChoice } from './exam-choice.tsx';

interface AddCandidateDialogProps {
  open: boolean;
  onClose: () => void;
  onDone: (said: string) => void;
}

export function AddCandidateDialog({ open, onClose, onDone }: AddCandidateDialogProps) {
  return (
    <OfficeDialog
      open={open}
      onClose={onClose}
      title="Add candidate"
      action="Add candidate"
      pendingLabel="Adding…"
      problemTitle="The candidate wasn’t added"
      schema={newCandidateSchema}
      send={async (body) => ({
        ...body,
        ...(await api.post('candidates', body, candidateAddedSchema)),
      })}
      onDone={({ fullName, uid, mobile, validUntil }) =>
        onDone(
          `${fullName} was added with the UID ${uid}. We’re sending it to ${mobile}, with a one-time password that works until ${formatDateTime(validUntil)}.`,
        )
      }
      fallback="We couldn’t add the candidate. Please try again."
    >
      <PersonFields mobileHint="We’ll send the UID and a one-time password to it by SMS" />
      <IntoFields />
    </OfficeDialog>
  );
}

/** The exam that the new candidates are added to, and the invoice if their fee is already paid. */
export function IntoFields() {
  return (
    <>
      <ExamChoice label="Exam" />
      <TextField
        label="Paid by invoice"
        name="officeInvoice"
        autoComplete="off"
        optional
        maxLength={60}
        hint="Your invoice number, if the fee is paid by invoice. Leave this blank if they’re paying the fee themselves."
      />
    </>
  );
}
