/** The window that holds the form of one exam. */
import type { Exam } from '#contract/wire/exams.ts';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { ExamForm } from './exam-form.tsx';

export type ExamModal =
  | { state: 'closed' }
  | { state: 'create'; copyOf: Exam | null }
  | { state: 'edit'; exam: Exam };

interface ExamFormDialogProps {
  modal: ExamModal;
  /** Opens another version of the exam in its place. */
  onOpen: (modal: ExamModal) => void;
  onClose: () => void;
  onSaved: (exam: Exam, created: boolean) => void;
}

export function ExamFormDialog({ modal, onOpen, onClose, onSaved }: ExamFormDialogProps) {
  const exam = modal.state === 'edit' ? modal.exam : null;
  return (
    <FormDialog
      open={modal.state !== 'closed'}
      onClose={onClose}
      title={exam ? 'Edit Exam' : 'Create Exam'}
    >
      <ExamForm
        key={exam ? `${exam._id} ${exam.version}` : 'new'}
        exam={exam}
        copyOf={modal.state === 'create' ? modal.copyOf : null}
        onCancel={onClose}
        onTakeOther={(other) => onOpen({ state: 'edit', exam: other })}
        onSaved={(saved) => onSaved(saved, exam === null)}
      />
    </FormDialog>
  );
}
