/** What is known of one candidate's phone, and the acts that are needed seldom. */
import type { BoardRow } from '#contract/hall/board.ts';
import { formatTime } from '#web/shared/format.ts';
import { Button } from '#web/ui/button.tsx';
import type { WishedAct } from '../local-db/queue.ts';
import { ActForm } from './act-form.tsx';
import styles from './board.module.css';

interface SeatSheetProps {
  row: BoardRow;
  examId: string;
  does: (wish: WishedAct) => Promise<void>;
  onDone: () => void;
}

export function SeatSheet({ row, examId, does, onDone }: SeatSheetProps) {
  const isPresent = row.checkedInAt !== null;
  const facts: [string, string | null][] = [
    ['Started', row.startedAt && formatTime(row.startedAt)],
    ['Ends', row.deadline && formatTime(row.deadline)],
    ['Battery', row.battery === null ? null : `${row.battery}%`],
    ['Free space', row.freeMb === null ? null : `${row.freeMb.toLocaleString('en-IN')} MB`],
    ['Network', row.network],
    ['App version', row.appVersion],
    ['Moved to another phone', row.moved > 0 ? `${row.moved}×` : null],
    ['Present since', row.checkedInAt && formatTime(row.checkedInAt)],
  ];
  const checkIn = () =>
    does({ kind: 'check-in', examId, to: { row: row.id }, present: !isPresent }).then(onDone);
  return (
    <div className={styles.sheet}>
      <dl className={styles.list}>
        {facts.map(
          ([term, said]) =>
            said !== null && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{said}</dd>
              </div>
            ),
        )}
      </dl>
      <p>Compare name, UID and photo ID with the hall ticket, then check the candidate in.</p>
      <Button icon={isPresent ? 'cross' : 'check'} onClick={() => void checkIn()}>
        {isPresent ? 'Take back the check-in' : 'Check in'}
      </Button>
      <h3 className={styles.name}>Note an incident</h3>
      <ActForm kind="incident" examId={examId} to={{ row: row.id }} does={does} onDone={onDone} />
    </div>
  );
}
