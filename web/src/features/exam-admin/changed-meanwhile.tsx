/** Tells the second administrator what the first one changed, and lets them choose; nothing typed is lost. */
import type { Exam } from '#contract/exams.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import styles from './changed-meanwhile.module.css';
import { listChanges } from './list-changes.ts';

interface ChangedMeanwhileProps {
  /** As it was when editing began, and as it is now. */
  opened: Exam;
  other: Exam;
  onKeepMine: () => void;
  onTakeOther: () => void;
}

export function ChangedMeanwhile({
  opened,
  other,
  onKeepMine,
  onTakeOther,
}: ChangedMeanwhileProps) {
  return (
    <Notice tone="warn" title="Someone else changed this exam in the meantime" live>
      <p>What you typed is still here and not saved. Their version has:</p>
      <dl className={styles.changes}>
        {listChanges(opened, other).map(({ label, now }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{now === null ? 'changed' : now || 'none'}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.acts}>
        <Button onClick={onKeepMine}>Keep what I typed</Button>
        <Button onClick={onTakeOther}>Load their version</Button>
      </div>
    </Notice>
  );
}
