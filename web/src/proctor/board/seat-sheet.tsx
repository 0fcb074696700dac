/**
 * One candidate in detail: check-in with the photograph, what we know of their phone, and the acts that are seldom
 * needed.
 */
import type { BoardRow } from '#contract/hall/board.ts';
import { formatTime } from '#web/shared/format.ts';
import { PhotoImage } from '#web/shared/photo/photo-image.tsx';
import { Button } from '#web/ui/button.tsx';
import type { WishedAct } from '../local-db/queue.ts';
import { ActForm } from './act-form.tsx';
import styles from './board.module.css';
import { type SeatPhoto, useSeatPhoto } from './use-photos.ts';

interface SeatSheetProps {
  /** The proctor's UID. */
  uid: string;
  row: BoardRow;
  examId: string;
  does: (wish: WishedAct) => Promise<void>;
  /** Never rejects: the board itself shows when the act couldn't be saved. */
  doNow: (wish: WishedAct) => Promise<void>;
  onDone: () => void;
}

export function SeatSheet({ uid, row, examId, does, doNow, onDone }: SeatSheetProps) {
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
      <CheckIn uid={uid} row={row} examId={examId} doNow={doNow} onDone={onDone} />
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

interface CheckInProps {
  /** The proctor's UID. */
  uid: string;
  row: BoardRow;
  examId: string;
  doNow: (wish: WishedAct) => Promise<void>;
  onDone: () => void;
}

/**
 * Check-in at the door: the proctor compares the photograph and the name with the person, then presses once. Candidates
 * without a photograph can be checked in, too.
 */
function CheckIn({ uid, row, examId, doNow, onDone }: CheckInProps) {
  const photo = useSeatPhoto({ uid, examId }, row);
  const isPresent = row.checkedInAt !== null;
  const seen = photo.is === 'here' ? photo.photo : null;
  const checkIn = (present: boolean) =>
    doNow({
      kind: 'check-in',
      examId,
      to: { row: row.id },
      present,
      ...(present && seen && { photo: seen.version }),
    }).then(onDone);
  return (
    <div className={styles.door}>
      {seen && <PhotoImage large jpeg={seen.jpeg} alt={`Photo of ${row.name}`} />}
      <div className={styles.sheet}>
        <p role="status">{wordsOf(photo)}</p>
        {row.photoUnseen && (seen || photo.is === 'none') && (
          <Button icon="check" onClick={() => void checkIn(true)}>
            {seen ? 'The photo matches' : 'Their own ID matches'}
          </Button>
        )}
        <Button
          variant={isPresent ? 'secondary' : 'primary'}
          icon={isPresent ? 'cross' : 'check'}
          onClick={() => void checkIn(!isPresent)}
        >
          {isPresent ? 'Take back the check-in' : 'Check in'}
        </Button>
      </div>
    </div>
  );
}

function wordsOf(photo: SeatPhoto): string {
  switch (photo.is) {
    case 'here':
      return 'Check this photo, name and UID against the person and their photo ID.';
    case 'none':
      return 'No photo: check the person, name and UID against their own photo ID.';
    case 'loading':
      return 'Loading the photo…';
    case 'failed':
      return `The photo isn’t on this phone. ${photo.message} Check the person, name and UID against their own photo ID.`;
  }
}
