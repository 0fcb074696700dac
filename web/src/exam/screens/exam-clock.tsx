/**
 * Time left: large, in figures that don't dance, and hidden on request until the last five minutes. A
 * screen reader hears it at first, and at 10, 5 and 1 minutes.
 */

import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { remainingAt } from '#machines/sitting/deadline.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './exam-clock.module.css';
import { ALWAYS_SHOWN_BELOW, clockText, spokenTime } from './time-text.ts';
import type { SittingActor } from './use-exam.ts';

/** @param remaining milliseconds */
export function ExamClock({ remaining }: { remaining: number }) {
  const [wantsHidden, setWantsHidden] = useState(false);
  const [opened] = useState(remaining);
  const mayHide = remaining > ALWAYS_SHOWN_BELOW;
  const hidden = wantsHidden && mayHide;
  return (
    <div className={styles.clock}>
      <VisuallyHidden>Time left</VisuallyHidden>
      <span
        role="timer"
        className={classNames(styles.time, !mayHide && styles.last)}
        hidden={hidden}
      >
        {clockText(remaining)}
      </span>
      {mayHide && (
        <button
          type="button"
          className={styles.toggle}
          aria-label={hidden ? 'Show the time' : 'Hide the time'}
          onClick={() => setWantsHidden(!wantsHidden)}
        >
          <Icon name={hidden ? 'eye' : 'eye-off'} size="sm" />
          {hidden && <span>Time</span>}
        </button>
      )}
      <VisuallyHidden>
        <span aria-live="polite">{spokenTime(remaining, opened)}</span>
      </VisuallyHidden>
    </div>
  );
}

interface LiveClockProps {
  sitting: SittingActor;
  /** Milliseconds since 1970 by the server's clock. */
  deadline: number;
  /** Since when it stands still. */
  pausedAt: number | null;
}

/** The clock by the machine's time: only this moves with each second. */
export function LiveClock({ sitting, deadline, pausedAt }: LiveClockProps) {
  const seconds = useSelector(sitting, ({ context }) =>
    Math.ceil(remainingAt(context.now, deadline, pausedAt) / 1_000),
  );
  return <ExamClock remaining={seconds * 1_000} />;
}
