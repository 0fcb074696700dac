/**
 * The exam page. The sitting machine decides what is shown; this file only says which screen belongs to which state.
 */

import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { localDb, whenToOpen } from '#web/exam/local-db/database.ts';
import { StorageTrouble } from '#web/exam/local-db/storage-trouble.ts';
import type { ExamCandidate } from '#web/exam/sync/find-entry.ts';
import { readBegun, readDone } from '#web/exam/sync/mirror-storage.ts';
import { restoreSession } from '#web/exam/sync/session-on-disk.ts';
import { readLocal } from '#web/shared/local-keys.ts';
import { paths } from '#web/shared/paths.ts';
import { readUser } from '#web/shared/session.ts';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { AfterExam, AlreadySubmitted, OnAnotherPhone } from './after-exam.tsx';
import { BeforeExam, NotOpened } from './before-exam.tsx';
import { DoorMessage } from './door-message.tsx';
import { AlertAndGo, LeaveDialog, refreshQuietly } from './leave-exam.tsx';
import { UnderWay } from './under-way.tsx';
import { placeOf, useExam } from './use-exam.ts';

/** Who takes the exam. Read once, because the submission itself changes the user's status. */
function readCandidate(): ExamCandidate | null {
  const user = readUser();
  const examId = user?.examID ?? readLocal('eid');
  if (!user || !examId) return null;
  // A Completed candidate with the done flag has just submitted; with the begun flag, a proctor has reopened the exam.
  // The flags are more up to date than the status.
  const isOnPhone = readDone(examId) || readBegun(examId);
  const eligible = user.status === 'Fees Paid' || (user.status === 'Completed' && isOnPhone);
  return { uid: user.uid, examId, eligible };
}

const isUnpaid = () => readUser()?.status === 'Registered';

/** @returns why the disk could not be read, for a person; null when it was */
async function restore(): Promise<string | null> {
  try {
    await whenToOpen;
    await restoreSession(localDb);
  } catch (error) {
    if (error instanceof StorageTrouble) return error.message;
    console.error(error);
  }
  return null;
}

export function ExamPage() {
  const [candidate, setCandidate] = useState(readCandidate);
  const [unpaid, setUnpaid] = useState(isUnpaid);
  const [isReading, setReading] = useState(true);
  const [trouble, setTrouble] = useState<string | null>(null);

  // A dying battery may have lost who was signed in; the session is also stored beside the sitting.
  useEffect(() => {
    if (!isReading) return;
    void restore().then((reason) => {
      setCandidate(readCandidate());
      setUnpaid(isUnpaid());
      setTrouble(readUser() ? null : reason);
      setReading(false);
    });
  }, [isReading]);

  // The way back from the bank's page may have been lost, so ask the server before sending the candidate away. Without
  // a network, the session stored beside the sitting is the later one.
  useEffect(() => {
    const user = readUser();
    if (!unpaid || !user) return;
    void refreshQuietly(user.uid, user.examID)
      .then(restore)
      .then(() => {
        setCandidate(readCandidate());
        setUnpaid(false);
      });
  }, [unpaid]);

  if (isReading || (unpaid && !trouble)) return <Opening />;
  if (trouble) return <Unread reason={trouble} again={() => setReading(true)} />;
  return candidate ? <Exam candidate={candidate} /> : <NotEligible />;
}

/** @param before runs between the alert and the home page */
function NotEligible({ before }: { before?: () => Promise<void> }) {
  return (
    <AlertAndGo
      message="User not logged in or not eligible. Please login to continue."
      to={paths.home}
      before={before}
    />
  );
}

/** Shown when the disk that holds who was signed in can't be read. */
function Unread({ reason, again }: { reason: string; again: () => void }) {
  const retry = (
    <Button variant="primary" icon="refresh" onClick={again}>
      Try again
    </Button>
  );
  return (
    <DoorMessage icon="alert" title="We couldn’t open the exam" acts={retry}>
      <p role="alert">{reason}</p>
    </DoorMessage>
  );
}

function Exam({ candidate }: { candidate: ExamCandidate }) {
  const actors = useExam(candidate);
  return actors ? <Screen candidate={candidate} {...actors} /> : <Opening />;
}

const home = (
  <PageLink to={paths.home} variant="quiet">
    Home page
  </PageLink>
);

function Opening() {
  return <Loading label="Opening the exam…" wayOut={home} />;
}

type ScreenProps = { candidate: ExamCandidate } & NonNullable<ReturnType<typeof useExam>>;

function Screen({ candidate, sitting, sync }: ScreenProps) {
  const brand = useBrand();
  const place = useSelector(sitting, placeOf);
  const message = useSelector(sitting, ({ context }) => context.message);
  const retryOrHome = (
    <>
      <Button variant="primary" icon="refresh" onClick={() => sitting.send({ type: 'RETRY' })}>
        Try again
      </Button>
      {home}
    </>
  );
  const takeOver = (
    <Button variant="primary" onClick={() => sitting.send({ type: 'TAKE_OVER' })}>
      Continue here
    </Button>
  );
  switch (place) {
    case 'notEligible':
      // The office may have moved the candidate to another exam, which "My exam" then opens.
      return <NotEligible before={() => refreshQuietly(candidate.uid, candidate.examId)} />;
    case 'alreadySubmitted':
      return <AlreadySubmitted candidate={candidate} sitting={sitting} sync={sync} />;
    case 'inactive':
      return (
        <DoorMessage icon="info" title="This exam is Inactive. Contact Admin." acts={retryOrHome}>
          <p>
            It’s closed for now. To find out when it opens, call{' '}
            <a href={telHref(brand.phone)}>{brand.phone}</a>.
          </p>
        </DoorMessage>
      );
    case 'over':
      return (
        <DoorMessage icon="clock" title="This exam is over" acts={home}>
          <p>
            It started and ended at the same time for everyone. If you missed it, call{' '}
            <a href={telHref(brand.phone)}>{brand.phone}</a>.
          </p>
        </DoorMessage>
      );
    case 'open.opening':
    case 'open.failed':
    case 'open.unlocking':
      return (
        <NotOpened
          candidate={candidate}
          sitting={sitting}
          opening={<Opening />}
          acts={retryOrHome}
        />
      );
    case 'checkFailed':
      return (
        <DoorMessage icon="alert" title="We couldn’t open the exam" acts={retryOrHome}>
          <p role="alert">{message}</p>
        </DoorMessage>
      );
    case 'open.elsewhere':
      return (
        <DoorMessage
          icon="phone"
          title="This exam is open on another phone. Continue here?"
          acts={
            <>
              {takeOver}
              {home}
            </>
          }
        >
          <p>
            If you do, you can’t answer on the other phone any more. You’ll see here every answer it
            has sent, and the timer keeps running as before. If you haven’t used another phone, this
            phone’s storage was cleared: just continue here.
          </p>
        </DoorMessage>
      );
    case 'takenOver':
    case 'endedElsewhere':
      return (
        <OnAnotherPhone
          candidate={candidate}
          sitting={sitting}
          sync={sync}
          takeOver={place === 'takenOver' ? takeOver : null}
        />
      );
    case 'countdown':
    case 'open.ready':
      return <BeforeExam candidate={candidate} sitting={sitting} place={place} />;
    case 'submitted':
    case 'done':
      return <AfterExam sitting={sitting} sync={sync} />;
    case 'timed.writing':
    case 'timed.readOnly':
    case 'submitting':
    case 'autoSubmit':
    case 'submissionFailed':
      return (
        <>
          <UnderWay sitting={sitting} sync={sync} place={place} />
          <LeaveDialog />
        </>
      );
    default:
      return <Opening />;
  }
}
