/** Connects the last screens to what is on the disk: the submission until its receipt comes, then the receipt. */

import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { localDb } from '#web/exam/local-db/database.ts';
import { readOwed, readPaper, readSitting } from '#web/exam/local-db/read-sitting.ts';
import type { SyncActor } from '#web/exam/sync/create-sync-actor.ts';
import type { ExamCandidate } from '#web/exam/sync/find-entry.ts';
import { examResultPath, paths } from '#web/shared/paths.ts';
import { refreshUser } from '#web/shared/refresh-user.ts';
import { readUser, updateUser } from '#web/shared/session.ts';
import { SavedLine } from '#web/shared/sitting/saved-line.tsx';
import { useOnline } from '#web/shared/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Received, Submitted } from './after-submitting.tsx';
import { DoorMessage, StorageDoor } from './door-message.tsx';
import { AlertAndGo, LeaveDialog, refreshQuietly, useFreeToLeave } from './leave-exam.tsx';
import { SendingStopped, SignInDuringExam } from './sending-stopped.tsx';
import { type SittingActor, useWatched } from './use-exam.ts';
import { HandOverButton } from './without-network.tsx';

export function AfterExam({ sitting, sync }: { sitting: SittingActor; sync: SyncActor }) {
  const sittingId = useSelector(sitting, ({ context }) => context.sitting?.sittingId ?? '');
  const watched = useWatched(`after-${sittingId}`, () => readSubmission(sittingId));
  // A receipt that was shown stays true, even if the phone's storage is lost afterwards.
  const seen = useRef(watched.value);
  if (watched.value?.row) seen.current = watched.value;
  const value = seen.current?.row?.receipt ? seen.current : watched.value;
  const needsSignIn = useSelector(sync, (snapshot) => snapshot.matches('needsSignIn'));
  const trouble = useSelector(sync, ({ context }) => context.message);
  const online = useOnline();
  const row = value?.row ?? null;

  useFreeToLeave(Boolean(row?.receipt));
  useEffect(() => {
    if (row?.receipt) markCompleted(row.uid, row.score ?? []);
  }, [row]);

  if (!row && (value || watched.trouble)) {
    return <StorageDoor trouble={value ? null : watched.trouble} />;
  }
  if (!value || !row) return <Loading label="Loading your answers…" />;
  const overBy = row.handIn?.auto ? (row.endedEarly ? 'office' : 'time') : null;
  if (row.receipt && row.serverState === 'open') return <Reopened />;
  if (row.receipt) {
    return <Received examName={value.examName} receipt={row.receipt} overBy={overBy} />;
  }
  return (
    <>
      <Submitted
        examName={value.examName}
        overBy={overBy}
        waiting={value.waiting}
        online={online}
        stopped={
          trouble ? (
            <SendingStopped sittingId={row.sittingId} reason={trouble} />
          ) : (
            <OnlyElsewhere pages={value.elsewhere} />
          )
        }
        onSendNow={() => sync.send({ type: 'RETRY' })}
        handOver={
          <HandOverButton sittingId={row.sittingId} variant={online ? 'quiet' : 'primary'} />
        }
        signedOut={needsSignIn}
        signIn={<SignInDuringExam needed={needsSignIn} uid={row.uid} />}
      />
      <LeaveDialog submitted />
    </>
  );
}

interface AlreadySubmittedProps {
  candidate: ExamCandidate;
  sitting: SittingActor;
  sync: SyncActor;
}

/** Leads on to the result; when the server can't be reached, shows the receipt again, which is on this phone. */
export function AlreadySubmitted({ candidate, sitting, sync }: AlreadySubmittedProps) {
  const { uid, examId } = candidate;
  const [stays, setStays] = useState(false);
  if (stays) return <AfterExam sitting={sitting} sync={sync} />;
  return (
    <AlertAndGo
      message="You have already submitted this exam."
      to={() => {
        const user = readUser();
        // By now the candidate may have another exam to take.
        const another = user?.status === 'Fees Paid' && user.examID !== examId;
        return another ? paths.exam : paths.examResult;
      }}
      before={() =>
        refreshUser(uid, examId, { timeoutMs: 5_000 }).catch((error: unknown) => {
          if (!sitting.getSnapshot().context.sitting?.received) return;
          setStays(true);
          throw error;
        })
      }
    />
  );
}

/** There is no receipt until the exam server also has the pages. */
function OnlyElsewhere({ pages }: { pages: number }) {
  if (pages === 0) return null;
  const [title, it] =
    pages === 1
      ? ['1 page is only on your other phone', 'it']
      : [`${pages} pages are only on your other phone`, 'them'];
  return (
    <Notice tone="warn" title={title}>
      <p>
        Switch on that phone, connect it to mobile data or Wi{'\u2011'}Fi and open your exam there
        to send {it}. If you can’t, please ask the proctor to reopen your exam.
      </p>
    </Notice>
  );
}

/** The receipt is void: the candidate must not go home with it [AT19]. */
function Reopened() {
  return (
    <DoorMessage
      icon="refresh"
      title="Your proctor has reopened your exam"
      acts={
        <Button variant="primary" onClick={() => location.reload()}>
          Continue here
        </Button>
      }
    >
      <p role="alert">
        Your answers are all here, and the timer is running. Submit again when you’re done: your old
        receipt no longer counts.
      </p>
    </DoorMessage>
  );
}

async function readSubmission(sittingId: string) {
  const [row, paper] = await Promise.all([
    readSitting(localDb, sittingId),
    readPaper(localDb, sittingId),
  ]);
  const owed = row && (await readOwed(localDb, row));
  return {
    row,
    examName: paper?.examName ?? '',
    waiting: owed?.all ?? 0,
    elsewhere: owed?.elsewhere ?? 0,
  };
}

interface OnAnotherPhoneProps {
  candidate: ExamCandidate;
  sitting: SittingActor;
  sync: SyncActor;
  /** Takes the sitting back to this phone; null once the sitting has ended on the other phone. */
  takeOver: ReactNode | null;
}

/**
 * For when another phone has the turn, or had it to the end [AT7]: shows how the exam stands there, and what still
 * waits on this phone.
 */
export function OnAnotherPhone({ candidate, sitting, sync, takeOver }: OnAnotherPhoneProps) {
  const { uid, examId } = candidate;
  const sittingId = useSelector(sitting, ({ context }) => context.sitting?.sittingId ?? '');
  const { value } = useWatched(`after-${sittingId}`, () => readSubmission(sittingId));
  const needsSignIn = useSelector(sync, (snapshot) => snapshot.matches('needsSignIn'));
  const trouble = useSelector(sync, ({ context }) => context.message);
  const online = useOnline();
  const isOver = takeOver === null;
  const waiting = value?.waiting ?? 0;

  // The result page is for Completed candidates, and this phone learns that status only by asking: its own submission
  // didn't set it.
  useEffect(() => {
    if (isOver && online) void refreshQuietly(uid, examId);
  }, [isOver, online, uid, examId]);

  useFreeToLeave(true);
  if (!value?.row) return <Loading label="Loading your answers…" />;
  const isSubmitted = value.row.serverState === 'submitted';
  const overTitle = isSubmitted ? 'Submitted on your other phone' : 'Your exam is over';
  return (
    <DoorMessage
      icon={isOver ? 'circle-check' : 'phone'}
      title={isOver ? overTitle : 'You’re taking this exam on another phone'}
      acts={
        <>
          {takeOver}
          {isOver && (
            <PageLink to={examResultPath(examId)} variant={waiting > 0 ? 'secondary' : 'primary'}>
              See your result
            </PageLink>
          )}
          {waiting > 0 && <HandOverButton sittingId={sittingId} variant="quiet" />}
          <PageLink to={paths.home} variant="quiet">
            Home page
          </PageLink>
        </>
      }
    >
      <SavedLine waiting={waiting} saving={false} online={online} signedOut={needsSignIn} />
      {isOver && !isSubmitted && <p>Time is up, and your other phone didn’t submit the exam.</p>}
      {waiting > 0 ? (
        <p>
          {online
            ? 'We’re sending your work from this phone. '
            : 'Your work on this phone will be sent as soon as you’re back online. '}
          Keep this page open until everything has been received.
          {isOver && ' The exam office will then decide whether it still counts.'}
        </p>
      ) : (
        <p>Everything from this phone has been received.</p>
      )}
      {isSubmitted && <p>You’ll find your receipt with your result.</p>}
      {!isOver && <p>To answer on this phone again, press Continue here.</p>}
      {trouble && <SendingStopped sittingId={sittingId} reason={trouble} />}
      <SignInDuringExam needed={needsSignIn} uid={uid} />
    </DoorMessage>
  );
}

/** The receipt proves that the sitting is over, so the user's status becomes Completed. */
function markCompleted(uid: string, score: NonNullable<ReturnType<typeof readUser>>['score']) {
  const user = readUser();
  if (user?.uid !== uid || user.status === 'Completed') return;
  updateUser({ ...user, status: 'Completed', examStatus: 'Completed', score });
}
