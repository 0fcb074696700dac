/** Connects the waiting room to the machine: the countdown, the start, and the notification at the start. */
import { useSelector } from '@xstate/react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { agreedSeconds } from '#contract/wire/exams.ts';
import { deadlineOf, endOfExam } from '#machines/sitting/deadline.ts';
import type { AwaitedWord } from '#machines/sitting/sitting-events.ts';
import { localDb } from '#web/exam/local-db/database.ts';
import { type ExamFact, readExamFact } from '#web/exam/local-db/keep-facts.ts';
import { readComingPaper, readHeldPaper } from '#web/exam/local-db/sealed-paper.ts';
import type { ExamCandidate } from '#web/exam/sync/find-entry.ts';
import { keepPaper, paperInWords } from '#web/exam/sync/keep-paper.ts';
import { readBegun } from '#web/exam/sync/mirror-storage.ts';
import { serverClock } from '#web/exam/sync/server-clock.ts';
import { syncDepsOf } from '#web/exam/sync/start-sync.ts';
import { useUser } from '#web/shared/session.ts';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { DoorMessage } from './door-message.tsx';
import { type SittingActor, useWatched } from './use-exam.ts';
import type { PhoneFinding } from './use-findings.ts';
import { MOVED, WaitingRoom } from './waiting-room.tsx';

interface BeforeExamProps {
  candidate: ExamCandidate;
  sitting: SittingActor;
  place: 'countdown' | 'open.ready';
}

export function BeforeExam({ candidate, sitting, place }: BeforeExamProps) {
  const startDate = useSelector(sitting, ({ context }) => context.startDate);
  // Rounded to whole seconds: the machine ticks twice a second, and the second tick would draw the same picture.
  const now = useSelector(sitting, ({ context }) => Math.floor(context.now / 1_000) * 1_000);
  const exam = useWatched(`exam-${candidate.examId}`, () =>
    readExamFact(localDb, candidate.examId),
  );
  const paper = usePaper(candidate, startDate);
  const shown = exam.value?.shown ?? null;
  const held = useHeldPaper(candidate).value;
  const waits = place === 'countdown';
  const signedIn = useUser();
  // A different candidate who signed in in another tab says nothing about this candidate's exam.
  const user = signedIn?.uid === candidate.uid ? signedIn : null;
  const examOfUser = user?.examID;

  // The office has moved the candidate to another exam: wait for that one now.
  useEffect(() => {
    if (!examOfUser || examOfUser === candidate.examId) return;
    location.hash = MOVED;
    location.reload();
  }, [examOfUser, candidate.examId]);

  useEffect(() => {
    if (!waits) return;
    return () => {
      if (!['countdown', 'checking'].includes(String(sitting.getSnapshot().value))) tellTheStart();
    };
  }, [waits, sitting]);

  // The stored paper came with the extra time known until the exam began, on whatever phone; only the server knows of
  // more.
  const startedAt = Math.max(held?.startsAt ?? 0, startDate ?? 0);
  const isOver = held
    ? held.start === 'together' && now >= deadlineOf({ ...held, startedAt })
    : isOverFor(user?.extraPercent, shown, startDate ?? now, now);
  return (
    <WaitingRoom
      uid={candidate.uid}
      examId={candidate.examId}
      exam={shown}
      // The stored paper also includes extra time from a proctor; otherwise only agreed extra time is known.
      extraSeconds={
        held?.extraSeconds ?? (shown ? agreedSeconds(shown.duration, user?.extraPercent ?? 0) : 0)
      }
      startDate={startDate ?? now}
      now={now}
      isOver={isOver}
      begun={readBegun(candidate.examId)}
      paper={paper}
      hasCode={(held?.codes.wraps.length ?? 0) > 0}
      clockConfirmed={serverClock.confirmed()}
      onStart={waits ? null : () => sitting.send({ type: 'START' })}
    />
  );
}

/** Whether the exam is over by the extra time that was agreed, on a phone that doesn't have the paper. */
function isOverFor(
  extraPercent: number | undefined,
  exam: NonNullable<ExamFact['shown']> | null,
  starts: number,
  now: number,
): boolean {
  if (!exam) return false;
  return now >= endOfExam({ start: exam.start, starts }, exam.duration, extraPercent);
}

/** Shows a notification only if the candidate isn't looking at this page when the exam opens. */
function tellTheStart() {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted')
    return;
  navigator.serviceWorker.ready
    .then((worker) =>
      worker.showNotification('Your exam has opened', {
        body: 'The timer is running. Tap to go to your exam.',
        icon: '/icons/icon-192.png',
        tag: 'exam-start',
      }),
    )
    .catch(console.error);
}

/**
 * The screen for a start code. It loads together with the paper, so that it is here when nothing else can be fetched.
 */
const loadCodeDoor = () => import('./code-door.tsx');

/** Shows why the exam did not open yet, and what helps: with the paper on this phone, a start code does. */
const CodeDoor = lazy(loadCodeDoor);

interface NotOpenedProps {
  candidate: ExamCandidate;
  sitting: SittingActor;
  /** Shown while nothing has failed yet. */
  opening: ReactNode;
  acts: ReactNode;
}

export function NotOpened({ candidate, sitting, opening, acts }: NotOpenedProps) {
  const failures = useSelector(sitting, ({ context }) => context.failures);
  const failed = useSelector(sitting, (snapshot) => snapshot.matches({ open: 'failed' }));
  const message = useSelector(sitting, ({ context }) => context.message);
  const waitsFor = useSelector(sitting, ({ context }) => context.waitsFor);
  const held = useHeldPaper(candidate);
  const exam = useWatched(`exam-${candidate.examId}`, () =>
    readExamFact(localDb, candidate.examId),
  );
  // The phone asks again every few seconds; what it waits for stays on screen meanwhile.
  if (waitsFor === 'section-too-large')
    return <WaitsForOffice together={exam.value?.shown?.start === 'together'} acts={acts} />;
  if (waitsFor) return <WaitsForProctor word={waitsFor} acts={acts} />;
  // While the network is tried again, what the candidate is typing stays.
  if (failures > 0 && held.value && held.value.codes.wraps.length > 0) {
    return (
      <Suspense fallback={opening}>
        <CodeDoor sitting={sitting} together={held.value.start === 'together'} />
      </Suspense>
    );
  }
  if (!failed) return opening;
  return (
    <DoorMessage icon="alert" title="We couldn’t open the exam" acts={acts}>
      <p role="alert">{message}</p>
      <p>
        {held.value
          ? 'Your paper is already on this phone. It will open automatically as soon as you’re back online.'
          : 'We’ll keep trying.'}{' '}
        This phone has already asked to start your exam, so the timer may be running. Please stay on
        this page.
      </p>
    </DoorMessage>
  );
}

/** The exam has no questions yet, or the bank has too few [AT1]: no sitting has begun. */
function WaitsForOffice({ together, acts }: { together: boolean; acts: ReactNode }) {
  const { phone } = useBrand();
  return (
    <DoorMessage icon="clock" title="The questions aren’t ready yet" acts={acts}>
      <p role="status">
        The office is still preparing this exam. You’ve done nothing wrong, and there’s nothing
        wrong with your phone. Please tell your proctor, or call the office:{' '}
        <a href={telHref(phone)}>{phone}</a>.
      </p>
      <p>
        {together
          ? 'The exam will open here automatically as soon as the questions are ready. The timer has already started for everyone, so ask whether you’ll get extra time.'
          : 'Your time hasn’t started. The exam will open here automatically as soon as the questions are ready, and your time will start then.'}{' '}
        Please stay on this page.
      </p>
    </DoorMessage>
  );
}

interface WaitsForProctorProps {
  word: Exclude<AwaitedWord, 'section-too-large'>;
  acts: ReactNode;
}

function WaitsForProctor({ word, acts }: WaitsForProctorProps) {
  return word === 'exam-paused' ? (
    <DoorMessage icon="pause" title="Your proctor has paused the exam" acts={acts}>
      <p role="status">
        The exam will open here automatically when your proctor resumes it. You won’t lose any time.
        Please stay on this page.
      </p>
    </DoorMessage>
  ) : (
    <DoorMessage icon="phone" title="Waiting for your proctor to allow this phone" acts={acts}>
      <p role="status">
        You started this exam on another phone. Tell your proctor that you want to continue here;
        they can already see your request. The exam will then open here automatically. The timer is
        still running.
      </p>
    </DoorMessage>
  );
}

// The sealed paper on this phone, as stored on the disk, and in words for the list of what is ready.

function useHeldPaper({ uid, examId }: ExamCandidate) {
  return useWatched(`held-${uid}-${examId}`, () => readHeldPaper(localDb, uid, examId));
}

/** Fetches the paper while the page waits for the start. */
function usePaper({ uid, examId }: ExamCandidate, startsAt: number | null): PhoneFinding {
  useEffect(() => {
    loadCodeDoor().catch(() => {});
    return keepPaper(syncDepsOf(uid), { uid, examId, startsAt });
  }, [uid, examId, startsAt]);
  const held = useHeldPaper({ uid, examId, eligible: true });
  const coming = useWatched(`coming-${uid}-${examId}`, () => readComingPaper(localDb, uid, examId));
  return {
    name: 'Paper on this phone',
    verdict: held.value ? 'fine' : 'unsure',
    text: paperInWords(held.value, coming.value),
  };
}
