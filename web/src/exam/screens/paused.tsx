/** The proctor has stopped the clock: the paper is covered, the time stands, everything is kept. */
import { useSelector } from '@xstate/react';
import { localDb } from '#web/exam/local-db/database.ts';
import { goOnPaused } from '#web/exam/local-db/record-time.ts';
import type { SittingRow } from '#web/exam/local-db/rows.ts';
import { Button } from '#web/ui/button.tsx';
import { DoorMessage } from './door-message.tsx';
import { LiveClock } from './exam-clock.tsx';
import type { SittingActor } from './use-exam.ts';

/** A phone with a network has heard the server by then: in a pause it asks every twenty seconds. */
const UNHEARD_MS = 60_000;

export function Paused({ sitting, row }: { sitting: SittingActor; row: SittingRow }) {
  const { sittingId, deadline, pausedAt, heardAt } = row;
  const isAlone = useSelector(sitting, ({ context }) => context.now - heardAt > UNHEARD_MS);
  const goOn = () => {
    const { now } = sitting.getSnapshot().context;
    goOnPaused(localDb, sittingId, now).catch((error: unknown) => console.error(error));
  };
  return (
    <DoorMessage
      icon="pause"
      title="Your proctor has paused the exam"
      acts={
        isAlone && (
          <Button variant="primary" onClick={goOn}>
            My proctor says we can continue
          </Button>
        )
      }
    >
      <LiveClock sitting={sitting} deadline={deadline} pausedAt={pausedAt} />
      <p>
        Your time stands still, and everything you answered is saved. The exam continues here
        automatically when your proctor resumes it.
      </p>
      {isAlone && <p>This phone cannot reach the exam server at the moment.</p>}
    </DoorMessage>
  );
}
