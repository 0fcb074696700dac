/**
 * Asks before something that can't be taken back, naming the thing; a failure is shown here and the act can be tried
 * again.
 */
import { type ReactNode, useState } from 'react';
import { reasonOf } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { continueAt } from '#web/ui/continue-at.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  open: boolean;
  /** The question: "Delete this exam?". */
  title: string;
  /** The button's label, and what replaces it while the act is running. */
  action: string;
  pendingLabel: string;
  /** The act takes nothing away, so its button doesn't warn. */
  harmless?: boolean;
  onConfirm: () => Promise<void>;
  /** Somebody else has changed or deleted the thing: the screen behind must show its current state. */
  onOutdated?: () => void;
  /** Called when the dialog was cancelled, and when the act is done. */
  onClose: () => void;
  /** Names the thing and says what will be lost. */
  children: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, action, pendingLabel, onConfirm, onOutdated, onClose } = props;
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Repeating the act could only fail again: the version that was decided on is no longer there. */
  const [outdated, setOutdated] = useState(false);

  function close() {
    setProblem(null);
    setOutdated(false);
    onClose();
  }

  async function confirm() {
    setPending(true);
    setProblem(null);
    try {
      await onConfirm();
      close();
    } catch (error) {
      const { code, message } = reasonOf(error);
      if (onOutdated && (code === 'changed-meanwhile' || code === 'not-found')) {
        setOutdated(true);
        onOutdated();
      } else setProblem(message);
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
          <Button ref={outdated ? continueAt : null} onClick={() => !pending && close()}>
            {outdated ? 'OK' : 'Cancel'}
          </Button>
          {!outdated && (
            <Button
              variant={props.harmless ? 'primary' : 'danger'}
              pending={pending}
              pendingLabel={pendingLabel}
              onClick={confirm}
            >
              {action}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        {props.children}
        {outdated && (
          <Notice tone="warn" title="Someone else has changed or deleted this" live>
            <p>Nothing was done. You can see its current state behind this window.</p>
          </Notice>
        )}
        {problem && (
          <Notice tone="danger" title="That didn’t work" live>
            <p>{problem}</p>
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
