/**
 * A practice exam for anyone: the real screens, machine and disk, without an account or a server. Answers go into a
 * database of their own, which is deleted as soon as another page is opened.
 */
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { TOTAL } from '#contract/wire/results.ts';
import { localDb } from '#web/exam/local-db/database.ts';
import { readSitting } from '#web/exam/local-db/read-sitting.ts';
import { storeOpened } from '#web/exam/local-db/store-opened.ts';
import { readDeviceId } from '#web/exam/sync/device-id.ts';
import { createServerClock, momentOf } from '#web/exam/sync/server-clock.ts';
import { keepExam, useExamKept } from '#web/pwa/keep-exam.ts';
import type { WorkerMessage } from '#web/pwa/worker-messages.ts';
import { paths } from '#web/shared/paths.ts';
import { useOnline } from '#web/shared/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Submitted } from '../after-submitting.tsx';
import { DoorMessage } from '../door-message.tsx';
import { UnderWay } from '../under-way.tsx';
import { placeOf, useExam } from '../use-exam.ts';
import styles from '../waiting-room.module.css';
import {
  createPracticeWire,
  openPractice,
  PRACTICE,
  PRACTICE_MINUTES,
  PRACTICE_NAME,
  practiceCount,
} from './practice-wire.ts';

const home = (
  <PageLink to={paths.home} variant="quiet">
    Home page
  </PageLink>
);
const clock = createServerClock();
const wire = createPracticeWire(localDb, clock);
const session = () => ({ uid: PRACTICE, user: '', eid: null });
const candidate = { uid: PRACTICE, examId: PRACTICE, eligible: true };
const playedHere = {
  depsOf: () => ({ db: localDb, wire, clock, session }),
  noteSitting: async () => {},
};

/** Starts with an empty database: whatever an earlier practice exam left is deleted. */
async function begin(): Promise<void> {
  await clear();
  const now = clock.now();
  await storeOpened(
    localDb,
    PRACTICE,
    await readDeviceId(localDb),
    openPractice(now),
    momentOf(clock, { startedAt: now }),
    { clock: clock.mark(), session: null },
  );
}

async function clear(): Promise<void> {
  await Promise.all(localDb.tables.map((table) => table.clear()));
  for (const mark of ['end', 'done']) localStorage.removeItem(`exam_${mark}_${PRACTICE}`);
}

/** A practice exam under way continues after a reload, even without a network; one that is over is deleted. */
async function isUnderWay(): Promise<boolean> {
  const row = await readSitting(localDb, PRACTICE);
  if (row && !row.receipt && row.deadline > clock.now()) return true;
  await clear();
  return false;
}

/** Stores the exam's files as for any exam, and this page's own files too. */
async function keepPage(): Promise<void> {
  if (!(await keepExam())) return;
  const addresses = performance.getEntriesByType('resource').map(({ name }) => name);
  const message: WorkerMessage = {
    type: 'KEEP_SHOWN',
    addresses: addresses.filter((address) => address.startsWith(`${location.origin}/assets/`)),
  };
  (await navigator.serviceWorker.ready).active?.postMessage(message);
}

export function PracticePage() {
  const [begun, setBegun] = useState<boolean | null>(null);
  const [trouble, setTrouble] = useState(false);
  useEffect(() => {
    keepPage().catch(console.warn);
    isUnderWay().then(setBegun, () => setTrouble(true));
  }, []);
  const start = () => {
    setBegun(null);
    begin().then(
      () => setBegun(true),
      () => setTrouble(true),
    );
  };
  if (trouble)
    return (
      <DoorMessage icon="alert" title="This browser can’t save your answers" acts={home}>
        <p role="alert">
          The practice exam has to save your answers on this phone. Please free up some space, or
          open it in Chrome, outside a private window.
        </p>
      </DoorMessage>
    );
  if (begun === null) return <Loading label="Opening the practice exam…" />;
  return begun ? <PracticeExam onAgain={start} /> : <PracticeDoor onStart={start} />;
}

function PracticeDoor({ onStart }: { onStart: () => void }) {
  const kept = useExamKept();
  return (
    <div className={styles.room}>
      <header className={styles.head}>
        <h1 className={styles.name}>Try an exam that works even without a network</h1>
        <p>
          {practiceCount} questions, {PRACTICE_MINUTES} minutes, no account. These are the screens
          of our real exams.
        </p>
        <Button variant="primary" size="lg" icon="arrow-right" onClick={onStart}>
          Start practice exam
        </Button>
        <p role="status">
          {kept === 'kept'
            ? 'Ready. Switch on flight mode whenever you like.'
            : kept === 'impossible'
              ? 'This browser can’t open the page without a network. The exam itself keeps working without one.'
              : 'Getting ready for flight mode…'}
        </p>
      </header>
      <section className={styles.part} aria-labelledby="try-this">
        <h2 id="try-this">Try this</h2>
        <ol className={styles.steps}>
          <li>Answer a question. It’s saved on this phone first, then sent.</li>
          <li>Switch on flight mode and answer a few more. Nothing stops.</li>
          <li>Reload the page, or close it and come back. Your answers are still there.</li>
          <li>Submit, switch off flight mode, and watch everything arrive.</li>
        </ol>
        <p>
          Nothing you do here leaves this phone, and it’s all deleted when you open another page.
        </p>
      </section>
      {home}
    </div>
  );
}

function PracticeExam({ onAgain }: { onAgain: () => void }) {
  const actors = useExam(candidate, playedHere);
  if (!actors) return <Loading label="Opening the practice exam…" />;
  return <Screen {...actors} onAgain={onAgain} />;
}

type ScreenProps = NonNullable<ReturnType<typeof useExam>> & { onAgain: () => void };

function Screen({ sitting, sync, onAgain }: ScreenProps) {
  const place = useSelector(sitting, placeOf);
  const online = useOnline();
  switch (place) {
    case 'timed.writing':
    case 'timed.readOnly':
    case 'submitting':
    case 'autoSubmit':
    case 'submissionFailed':
      return <UnderWay sitting={sitting} sync={sync} place={place} handsOver={false} />;
    case 'submitted':
      return (
        <Submitted
          examName={PRACTICE_NAME}
          overBy={null}
          waiting={1}
          online={online}
          stopped={null}
          onSendNow={() => sync.send({ type: 'RETRY' })}
          handOver={null}
          signedOut={false}
          signIn={null}
          practice
        />
      );
    case 'done':
      return <PracticeOver onAgain={onAgain} />;
    default:
      return <Loading label="Opening the practice exam…" />;
  }
}

function PracticeOver({ onAgain }: { onAgain: () => void }) {
  const [right, setRight] = useState<number | null>(null);
  useEffect(() => {
    readSitting(localDb, PRACTICE).then(
      (row) => setRight(row?.score?.[0]?.[TOTAL] ?? 0),
      console.error,
    );
  }, []);
  return (
    <div className={styles.room}>
      <header className={styles.head}>
        <h1 className={styles.name}>Everything arrived</h1>
        <p role="status">
          {right === null ? 'Counting…' : `${right} of ${practiceCount} answers are right.`}
        </p>
        <p>
          In a real exam you’d now have a receipt: the exam server’s word that it has every answer.
          In this one, nothing left your phone.
        </p>
      </header>
      <div className={styles.acts}>
        <PageLink to={paths.onlineAssessment} variant="primary" size="lg">
          See the exams
        </PageLink>
        <Button onClick={onAgain}>Practise again</Button>
        {home}
      </div>
    </div>
  );
}
