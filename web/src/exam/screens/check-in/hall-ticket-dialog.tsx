/** Who this is and for which exam, for the queue at the door: to be read, for a camera, and with a photograph. */
import type { Exam } from '#contract/wire/exams.ts';
import { formatDateTime } from '#web/shared/format.ts';
import OwnPhoto from '#web/shared/photo/own-photo.tsx';
import { QrCode } from '#web/shared/qr-code.tsx';
import { useUser } from '#web/shared/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './hall-ticket-dialog.module.css';

export interface HallTicketDialogProps {
  uid: string;
  /** Null when it couldn't be read, for want of a network. */
  exam: Pick<Exam, 'name'> | null;
  /** Milliseconds since 1970. */
  startDate: number;
  onClose: () => void;
}

export default function HallTicketDialog(props: HallTicketDialogProps) {
  const { uid, exam, startDate, onClose } = props;
  const user = useUser();
  return (
    <Dialog open onClose={onClose} title="Your hall ticket" placement="sheet">
      <OwnPhoto
        around={(photo) => (
          <div className={styles.ticket}>
            <div className={styles.head}>
              {photo}
              <div className={styles.who}>
                {user?.uid === uid && <p className={styles.name}>{user.fullName}</p>}
                <p className={styles.uid}>{uid}</p>
                <p>
                  {exam && (
                    <>
                      <span dir="auto">{exam.name}</span>
                      <br />
                    </>
                  )}
                  {formatDateTime(new Date(startDate).toISOString())}
                </p>
              </div>
            </div>
            <QrCode text={uid} label="Check-in code" />
            <p>Show this at the door with your photo ID.</p>
          </div>
        )}
      />
    </Dialog>
  );
}
