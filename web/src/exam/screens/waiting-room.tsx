/**
 * Before the exam: when it starts, what to expect, whether this phone is ready. At zero it opens by itself;
 * who comes later presses Start exam.
 */
import type { Exam } from '#contract/wire/exams.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { paths } from '#web/shared/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { HallTicketButton } from './check-in/hall-ticket-button.tsx';
import { Instructions } from './instructions.tsx';
import { Practice } from './practice.tsx';
import { StartPart } from './start-part.tsx';
import { SystemCheck } from './system-check.tsx';
import { countdownTo, countdownUnits } from './time-text.ts';
import type { Finding } from './use-findings.ts';
import styles from './waiting-room.module.css';

interface WaitingRoomProps {
  uid: string;
  examId: string;
  /** Null when it couldn't be read, for want of a network. */
  exam: Pick<Exam, 'name' | 'duration' | 'format' | 'start'> | null;
  /** Milliseconds since 1970 by the server's clock. */
  startDate: number;
  now: number;
  /** Whether the server has said the time since the page was opened. */
  clockConfirmed: boolean;
  /** How far the sealed paper has come. */
  paper: Finding;
  /** A start code opens it, without network. */
  hasCode: boolean;
  /** It was begun on this phone: its time runs, though the paper is not here. */
  begun: boolean;
  /** Given when the start is past: opens the paper. */
  onStart: (() => void) | null;
}

export function WaitingRoom(props: WaitingRoomProps) {
  const { uid, examId, exam, startDate, now, paper, clockConfirmed, begun, hasCode, onStart } =
    props;
  return (
    <div className={styles.room}>
      <header className={styles.head}>
        <h1 dir="auto" className={styles.name}>
          {exam?.name ?? 'Your exam'}
        </h1>
        {onStart ? (
          <StartPart
            begun={begun}
            together={exam?.start === 'together'}
            isOver={exam !== null && now >= startDate + exam.duration * 60_000}
            // The server hasn't been heard: there may be no network.
            byCode={hasCode && !clockConfirmed}
            onStart={onStart}
          />
        ) : (
          <>
            <p>
              Starts {formatDateTime(new Date(startDate).toISOString())}. Keep this page open: the
              exam opens automatically.
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
      <HallTicketButton uid={uid} examId={examId} exam={exam} startDate={startDate} />
      <Instructions duration={exam?.duration ?? null} format={exam?.format ?? null} />
      {exam?.format !== 'DOC Upload' && <Practice />}
      <PageLink to={paths.home} variant="quiet">
        Home page
      </PageLink>
    </div>
  );
}

interface CountdownViewProps {
  /** Milliseconds since 1970 by the server's clock, both. */
  start: number;
  now: number;
}

/** Time to the start in calendar units. Seen each second, spoken only when asked for. */
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
