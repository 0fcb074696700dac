/** Where people who are added go, and whether their fee is paid already. */
import { TextField } from '#web/ui/text-field.tsx';
import { ExamChoice } from './exam-choice.tsx';

export function IntoFields({ errors }: { errors: Record<string, string> }) {
  return (
    <>
      <ExamChoice label="Exam" error={errors.examID && 'Please choose an exam.'} />
      <TextField
        label="Paid by invoice"
        name="officeInvoice"
        autoComplete="off"
        optional
        maxLength={60}
        hint="The number of your invoice, when the fee is paid by it. Leave it empty if they pay the fee themselves."
        error={errors.officeInvoice}
      />
    </>
  );
}
