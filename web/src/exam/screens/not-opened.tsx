/** The exam did not open yet: why, and what helps. With the paper on this phone a start code does. */
import { useSelector } from '@xstate/react';
import { lazy, type ReactNode, Suspense } from 'react';
import type { ProctorsWord } from '#machines/sitting/sitting-events.ts';
import type { Candidate } from '#web/exam/sync/find-entry.ts';
import { DoorMessage } from './door-message.tsx';
import type { SittingActor } from './use-exam.ts';
import { loadCodeDoor, useHeldPaper } from './use-paper.ts';

const CodeDoor = lazy(loadCodeDoor);

interface NotOpenedProps {
  candidate: Candidate;
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
  // Asked again every few seconds: what it waits for stays on the screen.
  if (waitsFor) return <WaitsForProctor word={waitsFor} acts={acts} />;
  // While the network is asked again, what is being typed stays.
  if (failures > 0 && held.value && held.value.codes.wraps.length > 0) {
    return (
      <Suspense fallback={opening}>
        <CodeDoor sitting={sitting} together={held.value.start === 'together'} />
      </Suspense>
    );
  }
  if (!failed) return opening;
  return (
    <DoorMessage icon="alert" title="The exam could not be opened" acts={acts}>
      <p role="alert">{message}</p>
      <p>
        {held.value
          ? 'Your paper is on this phone. As soon as there is any network, it opens automatically.'
          : 'We keep trying.'}{' '}
        This phone has asked to start your exam, so your time may be running. Please stay on this
        page.
      </p>
    </DoorMessage>
  );
}

function WaitsForProctor({ word, acts }: { word: ProctorsWord; acts: ReactNode }) {
  return word === 'exam-paused' ? (
    <DoorMessage icon="pause" title="Your proctor has paused the exam" acts={acts}>
      <p role="status">
        The exam opens here automatically when your proctor resumes it. The pause takes none of your
        time. Please stay on this page.
      </p>
    </DoorMessage>
  ) : (
    <DoorMessage icon="phone" title="Waiting for your proctor to allow this phone" acts={acts}>
      <p role="status">
        Your exam was started on another phone. Tell your proctor that you want to continue here:
        they see your request already. The exam opens here automatically. Your time keeps running.
      </p>
    </DoorMessage>
  );
}
