/** The modal of one exam. Closing it by accident asks first when something was typed. */
import { useRef, useState } from 'react';
import type { Exam } from '#contract/wire/exams.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ExamForm } from './exam-form.tsx';

export type ExamModal =
  | { state: 'closed' }
  | { state: 'create'; copyOf: Exam | null }
  | { state: 'edit'; exam: Exam };

interface ExamFormDialogProps {
  modal: ExamModal;
  /** Another version of the exam is to be edited instead. */
  onOpen: (modal: ExamModal) => void;
  onClose: () => void;
  onSaved: (exam: Exam, created: boolean) => void;
}

export function ExamFormDialog({ modal, onOpen, onClose, onSaved }: ExamFormDialogProps) {
  const typed = useRef(false);
  const [leaving, setLeaving] = useState(false);
  const exam = modal.state === 'edit' ? modal.exam : null;
  const copyOf = modal.state === 'create' ? modal.copyOf : null;

  function close() {
    typed.current = false;
    setLeaving(false);
    onClose();
  }

  return (
    <>
      {/* Before the modal, so that it closes first and the focus goes back to who opened the modal. */}
      <ConfirmDialog
        open={leaving}
        title="Leave without saving?"
        action="Leave"
        pendingLabel="Leaving…"
        onConfirm={async () => close()}
        onClose={() => setLeaving(false)}
      >
        <p>What you typed{exam && ` for “${exam.name}”`} is not saved.</p>
      </ConfirmDialog>
      <Dialog
        open={modal.state !== 'closed'}
        onClose={() => (typed.current ? setLeaving(true) : close())}
        title={exam ? 'Edit Exam' : 'Create Exam'}
      >
        <ExamForm
          key={exam ? `${exam._id} ${exam.version}` : 'new'}
          exam={exam}
          copyOf={copyOf}
          onTyped={() => {
            typed.current = true;
          }}
          onCancel={close}
          onTakeOther={(other) => {
            typed.current = false;
            onOpen({ state: 'edit', exam: other });
          }}
          onSaved={(saved) => {
            typed.current = false;
            onSaved(saved, exam === null);
          }}
        />
      </Dialog>
    </>
  );
}
