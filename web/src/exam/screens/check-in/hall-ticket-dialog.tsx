/**
 * Shows who the candidate is and for which exam, for the queue at the door: as text, as a code for a camera, with a
 * photograph, and for printing.
 */
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { type OwnRooms, ownRoomsSchema } from '#contract/site/own-rooms.ts';
import type { Exam } from '#contract/wire/exams.ts';
import { formatDateTime } from '#web/shared/format.ts';
import OwnPhoto from '#web/shared/photo/own-photo.tsx';
import { QrCode } from '#web/shared/qr-code.tsx';
import { useUser } from '#web/shared/session.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Instructions } from '../instructions.tsx';
import styles from './hall-ticket-dialog.module.css';

export interface HallTicketDialogProps {
  uid: string;
  examId: string;
  /** Null when the exam couldn't be read because there is no network. */
  exam: Pick<Exam, 'name' | 'duration' | 'format'> | null;
  extraSeconds: number;
  /** Milliseconds since 1970. */
  startDate: number;
  onClose: () => void;
}

export default function HallTicketDialog(props: HallTicketDialogProps) {
  const { uid, examId, exam, extraSeconds, startDate, onClose } = props;
  const user = useUser();
  const [account] = useLoad('account', ownRoomsSchema);
  const room = account.state === 'ready' ? roomOf(account.data, examId) : UNKNOWN;
  const ticket = (photo: ReactNode) => (
    <div className={styles.ticket}>
      <div className={styles.head}>
        {photo}
        <div className={styles.who}>
          {user?.uid === uid && (
            <p className={styles.name} dir="auto">
              {user.fullName}
            </p>
          )}
          <p className={styles.uid}>{uid}</p>
          {exam && <p dir="auto">{exam.name}</p>}
          {room && account.state !== 'loading' && <p>Room: {room}</p>}
          <p>{formatDateTime(new Date(startDate).toISOString())}</p>
        </div>
      </div>
      <QrCode text={uid} label="Check-in code" />
      <p>Show this at the door with your photo ID.</p>
    </div>
  );
  return (
    <Dialog open onClose={onClose} title="Your hall ticket" placement="sheet">
      <OwnPhoto
        around={(photo, known) => (
          <>
            {ticket(photo)}
            <Button
              icon="document"
              full
              pending={!known || account.state === 'loading'}
              pendingLabel="Loading…"
              onClick={() => window.print()}
            >
              Print or save as PDF
            </Button>
            {createPortal(
              <section className={styles.paper}>
                <h1>Hall ticket</h1>
                {ticket(photo)}
                <Instructions
                  duration={exam?.duration ?? null}
                  extraSeconds={extraSeconds}
                  format={exam?.format ?? null}
                />
              </section>,
              document.body,
            )}
          </>
        )}
      />
    </Dialog>
  );
}

const UNKNOWN = 'couldn’t be loaded. Ask at the door.';

/** Empty while no room is assigned. */
function roomOf({ exams }: OwnRooms, examId: string): string {
  return exams.find((exam) => exam.examId === examId)?.room ?? UNKNOWN;
}
