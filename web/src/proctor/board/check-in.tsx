/** Who stands at the door: the photograph and what to compare, then one press. A candidate without one is checked in too. */
import type { BoardRow } from '#contract/hall/board.ts';
import { Photo } from '#web/shared/photo/photo.tsx';
import { Button } from '#web/ui/button.tsx';
import type { WishedAct } from '../local-db/queue.ts';
import styles from './board.module.css';
import { type SeatPhoto, useSeatPhoto } from './use-photos.ts';

interface CheckInProps {
  /** The proctor's. */
  uid: string;
  row: BoardRow;
  examId: string;
  does: (wish: WishedAct) => Promise<void>;
  onDone: () => void;
}

export function CheckIn({ uid, row, examId, does, onDone }: CheckInProps) {
  const photo = useSeatPhoto({ uid, examId }, row);
  const isPresent = row.checkedInAt !== null;
  const seen = photo.is === 'here' ? photo.photo : null;
  const checkIn = (present: boolean) =>
    does({
      kind: 'check-in',
      examId,
      to: { row: row.id },
      present,
      ...(present && seen && { photo: seen.version }),
    }).then(onDone);
  return (
    <div className={styles.door}>
      {seen && <Photo large jpeg={seen.jpeg} alt={`Photo of ${row.name}`} />}
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
      return 'Compare this photo, the name and the UID with the person and their photo ID.';
    case 'none':
      return 'No photo: compare the person, the name and the UID with their own photo ID.';
    case 'loading':
      return 'Loading the photo…';
    case 'failed':
      return `The photo is not on this phone. ${photo.message} Compare the person, the name and the UID with their own photo ID.`;
  }
}
