/** Who one candidate is, what is known of their phone, and the acts that are needed seldom. */
import type { BoardRow } from '#contract/hall/board.ts';
import { formatTime } from '#web/shared/format.ts';
import type { WishedAct } from '../local-db/queue.ts';
import { ActForm } from './act-form.tsx';
import styles from './board.module.css';
import { CheckIn } from './check-in.tsx';

interface SeatSheetProps {
  /** The proctor's. */
  uid: string;
  row: BoardRow;
  examId: string;
  does: (wish: WishedAct) => Promise<void>;
  onDone: () => void;
}

export function SeatSheet({ uid, row, examId, does, onDone }: SeatSheetProps) {
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
  return (
    <div className={styles.sheet}>
      <CheckIn uid={uid} row={row} examId={examId} does={does} onDone={onDone} />
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
      <h3 className={styles.name}>Note an incident</h3>
      <ActForm
        kind="incident"
        isUnheard={false}
        examId={examId}
        to={{ row: row.id }}
        does={does}
        onDone={onDone}
      />
    </div>
  );
}
