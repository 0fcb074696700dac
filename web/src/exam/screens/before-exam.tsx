/** Wires the waiting room to the machine: the countdown's clock, the start, and the word at the start. */
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import { deadlineOf } from '#machines/sitting/deadline.ts';
import { localDb } from '#web/exam/local-db/database.ts';
import { readExam } from '#web/exam/local-db/keep-facts.ts';
import type { Candidate } from '#web/exam/sync/find-entry.ts';
import { readBegun } from '#web/exam/sync/mirror-storage.ts';
import { serverClock } from '#web/exam/sync/server-clock.ts';
import type { SittingActor } from './use-exam.ts';
import { useHeldPaper, usePaper } from './use-paper.ts';
import { useWatched } from './use-watched.ts';
import { WaitingRoom } from './waiting-room.tsx';

interface BeforeExamProps {
  candidate: Candidate;
  sitting: SittingActor;
  place: 'countdown' | 'open.ready';
  /** Stands instead where the time of all who start together is over, and of this candidate as well. */
  over: ReactNode;
}

export function BeforeExam({ candidate, sitting, place, over }: BeforeExamProps) {
  const startDate = useSelector(sitting, ({ context }) => context.startDate);
  // By whole seconds: two ticks a second would draw the same picture twice.
  const now = useSelector(sitting, ({ context }) => Math.floor(context.now / 1_000) * 1_000);
  const exam = useWatched(`exam-${candidate.examId}`, () => readExam(localDb, candidate.examId));
  const paper = usePaper(candidate, startDate);
  const held = useHeldPaper(candidate).value;
  const waits = place === 'countdown';

  useEffect(() => {
    if (!waits) return;
    return () => {
      if (!['countdown', 'checking'].includes(String(sitting.getSnapshot().value))) tellTheStart();
    };
  }, [waits, sitting]);

  // As much extra time as the paper on this phone tells of; it is told anew as long as there is a network.
  const startedAt = Math.max(held?.startsAt ?? 0, startDate ?? 0);
  if (held?.start === 'together' && now >= deadlineOf({ ...held, startedAt })) return over;
  return (
    <WaitingRoom
      uid={candidate.uid}
      examId={candidate.examId}
      exam={exam.value?.shown ?? null}
      startDate={startDate ?? now}
      now={now}
      begun={readBegun(candidate.examId)}
      paper={paper}
      hasCode={(held?.codes.wraps.length ?? 0) > 0}
      clockConfirmed={serverClock.confirmed()}
      onStart={waits ? null : () => sitting.send({ type: 'START' })}
    />
  );
}

/** Only for someone who looks elsewhere at the moment the exam opens. */
function tellTheStart() {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted')
    return;
  navigator.serviceWorker.ready
    .then((worker) =>
      worker.showNotification('Your exam has opened', {
        body: 'Your time is running. Tap to go to the exam.',
        icon: '/icons/icon-192.png',
        tag: 'exam-start',
      }),
    )
    .catch(console.error);
}
