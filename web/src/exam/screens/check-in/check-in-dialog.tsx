/** The candidate's UID, for a camera and to be read. It says nothing that the hall ticket doesn't. */
import { QrCode } from '#web/shared/qr-code.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './check-in-dialog.module.css';

export interface CheckInDialogProps {
  uid: string;
  onClose: () => void;
}

export default function CheckInDialog({ uid, onClose }: CheckInDialogProps) {
  return (
    <Dialog open onClose={onClose} title="Your check-in code" placement="sheet">
      <div className={styles.code}>
        <QrCode text={uid} label="Check-in code" />
        <p className={styles.uid}>{uid}</p>
        <p>Show this at the door with your hall ticket and photo ID.</p>
      </div>
    </Dialog>
  );
}
