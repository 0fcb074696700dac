/**
 * The one quiet line that says where the answers are. It has two messages, never blurred (offline rule 3): on this
 * phone, or received. While a choice is being written to the disk, or was refused there, the line claims neither.
 */
import { Icon } from '#web/ui/icon.tsx';
import styles from './saved-line.module.css';

interface SavedLineProps {
  /** All that the server has not said it holds: answers, pages, the submission. */
  waiting: number;
  /** A choice is not on the disk yet; `refused`: the disk refused it. */
  saving: boolean | 'refused';
  online: boolean;
  /** The session has ended: the server no longer knows who this candidate is. */
  signedOut: boolean;
}

export function SavedLine({ waiting, saving, online, signedOut }: SavedLineProps) {
  const received = waiting === 0 && !saving;
  return (
    <div className={styles.line}>
      <Icon name={received ? 'circle-check' : 'phone'} size="sm" />
      <p role="status">{words(waiting, saving)}</p>
      <div className={styles.network} aria-live="polite">
        {!online && <p className={styles.offline}>No network</p>}
        {signedOut && <p className={styles.offline}>Signed out. Sign in to send</p>}
      </div>
    </div>
  );
}

function words(waiting: number, saving: boolean | 'refused'): string {
  if (saving === 'refused') return 'Not saved yet';
  if (saving) return 'Saving…';
  return waiting === 0 ? 'Received by the exam server' : `Saved on this phone · ${waiting} waiting`;
}
