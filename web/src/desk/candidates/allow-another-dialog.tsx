/** Lets a candidate who has completed an exam apply for one more; the result they have stays. */
import * as z from 'zod/mini';
import { type Candidate, officeActSchema } from '#contract/desk/candidates.ts';
import { allowAnotherRequestSchema } from '#contract/desk/participants.ts';
import { userReplySchema } from '#contract/wire/users.ts';
import { api } from '#web/shared/http.ts';
import { ExamChoice } from './exam-choice.tsx';
import { OfficeDialog } from './office-dialog.tsx';

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

export function AllowAnotherDialog({ open, candidate, onClose, onDone }: AllowAnotherDialogProps) {
  const { uid, fullName, enrolments } = candidate;
  return (
    <OfficeDialog
      open={open}
      onClose={onClose}
      title="Allow another exam"
      action="Allow"
      pendingLabel="Allowing…"
      problemTitle="No exam was added"
      plan={{
        schema: formSchema,
        send: (body) => api.post('exams/allow-another', { uid, ...body }, userReplySchema),
        onDone: () => onDone(`${fullName} can now pay for the exam you chose.`),
        fallback: 'The exam could not be added. Please try again.',
      }}
    >
      <p>
        <strong>{fullName}</strong> becomes Registered for it and pays its fee as usual. The result
        they have stays.
      </p>
      <ExamChoice label="Exam" without={new Set(enrolments.map(({ examId }) => examId))} />
    </OfficeDialog>
  );
}
