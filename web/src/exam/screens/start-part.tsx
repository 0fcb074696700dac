/**
 * The button that starts the time. It comes when the phone could go on without a network; a phone that takes
 * long to be ready, or can't be, starts all the same and is told what to mind.
 */
import { useEffect, useState } from 'react';
import { useExamKept } from '#web/pwa/keep-exam.ts';
import { useOnline } from '#web/shared/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** On a slow network the exam is there by then; longer, and waiting costs more calm than it gives. */
const HOLD_MS = 10_000;

interface StartPartProps {
  /** Whether this phone knows that the time runs already: then nobody is kept waiting. */
  begun: boolean;
  /** Whether the time runs from the exam's start, for everyone. */
  together: boolean;
  /** Whether the time is over for who starts together with the others and has no extra time. */
  isOver: boolean;
  /** Whether a start code may be what opens it. */
  byCode: boolean;
  onStart: () => void;
}

export function StartPart({ begun, together, isOver, byCode, onStart }: StartPartProps) {
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
          ? 'You have started this exam, and your time is running. Press the button to continue.'
          : together
            ? isOver
              ? 'The time of this exam is over. If you were given extra time, press Start exam.'
              : 'The exam has started for everyone, and the time is running. Press Start exam.'
            : 'The exam is open. Your time starts when you first press Start exam. If you have pressed it before, it is already running.'}
      </p>
      {!online && !byCode && (
        <p role="status">
          There is no network now. This phone needs one for a moment to open the exam.
        </p>
      )}
      {byCode && <p>No network? Press Start exam and type your proctor’s start code.</p>}
      {waits ? (
        <p role="status">
          Getting this phone ready to work without network… The Start exam button will appear in a
          moment.
        </p>
      ) : (
        <>
          {kept !== 'kept' && (
            <Notice tone="warn" title="Not ready to work without network yet" live>
              <p>
                {kept === 'impossible'
                  ? 'This browser cannot open the exam without a network. You can start; your answers are saved. Keep this page open until your receipt is shown.'
                  : 'You can start; your answers are saved. Keep this page open and do not reload it until “Works without network” below is ticked.'}
              </p>
            </Notice>
          )}
          <Button variant="primary" size="lg" icon="arrow-right" onClick={onStart}>
            Start exam
          </Button>
        </>
      )}
    </>
  );
}
