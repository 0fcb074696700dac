/**
 * Before the exam: when it starts, what to expect, and whether this phone is ready. At zero the exam opens
 * automatically; a candidate who comes later presses Start exam.
 */

import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import type { Exam } from '#contract/wire/exams.ts';
import { useExamKept } from '#web/pwa/keep-exam.ts';
import { formatDateTime, formatTime } from '#web/shared/format.ts';
import { paths } from '#web/shared/paths.ts';
import { useOnline } from '#web/shared/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import type { HallTicketDialogProps } from './check-in/hall-ticket-dialog.tsx';
import { countdownTo, countdownUnits } from './exam-clock.tsx';
import { Instructions, Practice } from './instructions.tsx';
import { SystemCheck } from './system-check.tsx';
import type { PhoneFinding } from './use-findings.ts';
import styles from './waiting-room.module.css';

/** The hash in the address after the office has moved the candidate to this exam from another. */
export const MOVED = '#moved';

interface WaitingRoomProps {
  uid: string;
  examId: string;
  /** Null when the exam couldn't be read because there is no network. */
  exam: Pick<Exam, 'name' | 'duration' | 'format' | 'start'> | null;
  /** Extra time that this phone knows of. */
  extraSeconds: number;
  /** Milliseconds since 1970 by the server's clock. */
  startDate: number;
  now: number;
  /** Whether a beacon has been heard since the page was opened. */
  clockConfirmed: boolean;
  /** How much of the sealed paper has been downloaded. */
  paper: PhoneFinding;
  /** Whether the exam is over, as far as this phone knows. */
  isOver: boolean;
  /** A start code can open the paper without a network. */
  hasCode: boolean;
  /** The exam was begun on this phone: its time is running, although the paper is not here. */
  begun: boolean;
  /** Opens the paper; null before the start. */
  onStart: (() => void) | null;
}

export function WaitingRoom(props: WaitingRoomProps) {
  const { uid, examId, exam, extraSeconds, startDate, now, paper, clockConfirmed, begun, onStart } =
    props;
  const startsAt = new Date(startDate).toISOString();
  const together = exam?.start === 'together';
  return (
    <div className={styles.room}>
      <header className={styles.head}>
        <h1 dir="auto" className={styles.name}>
          {exam?.name ?? 'Your exam'}
        </h1>
        {location.hash === MOVED && (
          <Notice tone="warn" title="Your exam has changed">
            <p>The office has moved you to this exam. Please note the new start time.</p>
          </Notice>
        )}
        {onStart ? (
          <StartPart
            begun={begun}
            together={together}
            isOver={props.isOver}
            // Nothing has been heard from the server: there may be no network.
            byCode={props.hasCode && !clockConfirmed}
            onStart={onStart}
          />
        ) : (
          <>
            <p>
              Starts {formatDateTime(startsAt)}. Keep this page open: the exam will open
              automatically.
            </p>
            <CountdownView start={startDate} now={now} />
          </>
        )}
      </header>
      <SystemCheck
        now={now}
        paper={paper}
        clockConfirmed={clockConfirmed}
        waits={onStart === null}
      />
      <HallTicketButton {...{ uid, examId, exam, extraSeconds, startDate }} />
      <Instructions
        duration={exam?.duration ?? null}
        extraSeconds={extraSeconds}
        format={exam?.format ?? null}
        since={onStart && together ? formatTime(startsAt) : null}
      />
      {exam?.format !== 'DOC Upload' && <Practice />}
      <PageLink to={paths.home} variant="quiet">
        Home page
      </PageLink>
    </div>
  );
}

interface CountdownViewProps {
  /** Both in milliseconds since 1970 by the server's clock. */
  start: number;
  now: number;
}

/** Time to the start in calendar units. Updated every second, but a screen reader reads it only when asked. */
function CountdownView({ start, now }: CountdownViewProps) {
  const left = countdownTo(start, now);
  return (
    <dl className={styles.units} aria-label="Time to the start">
      {countdownUnits.map((unit) => (
        <div key={unit} className={styles.unit}>
          <dt>{unit}</dt>
          <dd>{String(left[unit]).padStart(2, '0')}</dd>
        </div>
      ))}
    </dl>
  );
}

const HallTicketDialog = lazy<ComponentType<HallTicketDialogProps>>(() =>
  import('./check-in/hall-ticket-dialog.tsx').catch((error: unknown) => {
    console.error(error);
    alert('We couldn’t open your hall ticket. Please tell the proctor your UID instead.');
    return { default: () => null };
  }),
);

/**
 * For the queue at the door: the proctor finds the candidate by the ticket. The dialog loads only when it is opened.
 */
function HallTicketButton(ticket: Omit<HallTicketDialogProps, 'onClose'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="user" onClick={() => setOpen(true)}>
        Show my hall ticket
      </Button>
      {open && (
        <Suspense fallback={null}>
          <HallTicketDialog {...ticket} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Milliseconds. Even on a slow network the exam is on the phone by then; a longer wait would worry candidates more than
 * it helps.
 */
const HOLD_MS = 10_000;

interface StartPartProps {
  /** Whether this phone knows that the time is already running: then the candidate isn't kept waiting. */
  begun: boolean;
  /** Whether the time runs from the exam's start, for everyone. */
  together: boolean;
  /** Whether the time is over, as far as this phone knows. */
  isOver: boolean;
  /** Whether a start code may be what opens the exam. */
  byCode: boolean;
  onStart: () => void;
}

/**
 * The button that starts the time. It appears once the phone could continue without a network. A phone that takes long
 * to get ready, or can't, may start all the same, with a warning. Changing text stands below the button: above it, the
 * text would move the button from under a finger.
 */
function StartPart({ begun, together, isOver, byCode, onStart }: StartPartProps) {
  const kept = useExamKept();
  const online = useOnline();
  const [held, setHeld] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setHeld(false), HOLD_MS);
    return () => clearTimeout(timer);
  }, []);

  const waits = held && !begun && !together && (kept === 'coming' || kept === 'delayed');
  return (
    <>
      <p>
        {begun
          ? 'You’ve started this exam, and the timer is running. Press the button to continue.'
          : together
            ? isOver
              ? 'This exam is over. If your proctor gave you more time, press Start exam.'
              : 'The exam has started for everyone, and the timer is running. Press Start exam.'
            : 'The exam is open. Your time starts the first time you press Start exam. If you’ve pressed it before, the timer is already running.'}
      </p>
      {waits ? (
        <p role="status">
          Getting this phone ready to work without a network… The Start exam button will appear in a
          moment.
        </p>
      ) : (
        <Button variant="primary" size="lg" icon="arrow-right" onClick={onStart}>
          Start exam
        </Button>
      )}
      {!online && !byCode && (
        <p role="status">
          You’re offline. This phone needs the network for a moment to open the exam.
        </p>
      )}
      {byCode && <p>No network? Press Start exam and type your proctor’s start code.</p>}
      {!waits && kept !== 'kept' && (
        <Notice tone="warn" title="Not ready to work without a network yet" live>
          <p>
            {kept === 'impossible'
              ? 'This browser can’t open the exam without a network. You can still start, and your answers will be saved. Keep this page open until you see your receipt.'
              : 'You can still start, and your answers will be saved. Keep this page open, and don’t reload it until “Works without network” below is ticked.'}
          </p>
        </Notice>
      )}
    </>
  );
}
