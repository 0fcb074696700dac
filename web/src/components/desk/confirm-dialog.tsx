/** Asks before what can't be taken back, naming the thing; a failure is told here and can be tried again. */
import { type ReactNode, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { reasonOf } from '#web/lib/use-load.ts';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  open: boolean;
  /** The question: "Delete this exam?". */
  title: string;
  /** The act's button, and what it says meanwhile. */
  action: string;
  pendingLabel: string;
  /** Takes nothing away, so its button does not warn. */
  harmless?: boolean;
  onConfirm: () => Promise<void>;
  /** Cancelled, or done. */
  onClose: () => void;
  /** Names the thing and says what will be lost. */
  children: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, action, pendingLabel, harmless = false, onConfirm, onClose } = props;
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function close() {
    setProblem(null);
    onClose();
  }

  async function confirm() {
    setPending(true);
    setProblem(null);
    try {
      await onConfirm();
      close();
    } catch (error) {
      setProblem(reasonOf(error).message);
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={() => !pending && close()}
      title={title}
      footer={
        <>
          <Button onClick={() => !pending && close()}>Cancel</Button>
          <Button
            variant={harmless ? 'primary' : 'danger'}
            pending={pending}
            pendingLabel={pendingLabel}
            onClick={confirm}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {props.children}
        {problem && (
          <Notice tone="danger" title="That did not work" live>
            <p>{problem}</p>
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
