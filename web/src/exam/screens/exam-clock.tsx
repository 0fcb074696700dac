/**
 * Time left: large, in figures of equal width, and hidden on request until the last five minutes. A screen reader
 * announces it at first, and at 10, 5 and 1 minutes.
 */

import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { remainingAt } from '#machines/sitting/deadline.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './exam-clock.module.css';
import type { SittingActor } from './use-exam.ts';

// Time as the candidate reads it. All spans are in milliseconds.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `MM:SS`; past 99 minutes the minutes grow: `180:00`. 00:00 only at the end. */
export function clockText(remaining: number): string {
  const seconds = Math.ceil(remaining / SECOND);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** The minutes left at which a screen reader announces the time. */
const SPOKEN_MINUTES = [10, 5, 1];

/**
 * What a screen reader announces: one sentence when the clock appears, and one each at 10, 5 and 1 minutes. A sentence
 * stays for up to a minute, so that the live region doesn't speak every second and no outdated time stays to be read.
 * @param remaining milliseconds
 * @param opened milliseconds that remained when the clock appeared
 */
export function spokenTime(remaining: number, opened: number): string {
  const minutes = Math.ceil(remaining / MINUTE);
  const isFirst = minutes === Math.ceil(opened / MINUTE);
  if (remaining <= 0 || !(isFirst || SPOKEN_MINUTES.includes(minutes))) return '';
  const isLess = isFirst && opened < minutes * MINUTE;
  return `${isLess ? 'Less than ' : ''}${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left.`;
}

/** Milliseconds left below which the clock can't be hidden any more. */
const ALWAYS_SHOWN_BELOW = 5 * MINUTE;

export const countdownUnits = ['months', 'days', 'hours', 'minutes', 'seconds'] as const;
type Countdown = Record<(typeof countdownUnits)[number], number>;

/** Adds whole calendar months; from the 31st it goes to the last day of a shorter month. */
function addMonths(instant: number, months: number): number {
  const moved = new Date(instant);
  const day = moved.getUTCDate();
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const days = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, days));
  return moved.getTime();
}

/** Calendar months first, then the rest in days, hours, minutes and seconds. All 0 once the start is past. */
export function countdownTo(start: number, now: number): Countdown {
  const from = Math.min(Math.floor(now / SECOND) * SECOND, start);
  let months = 0;
  while (addMonths(from, months + 1) <= start) months += 1;
  const rest = start - addMonths(from, months);
  return {
    months,
    days: Math.floor(rest / DAY),
    hours: Math.floor((rest % DAY) / HOUR),
    minutes: Math.floor((rest % HOUR) / MINUTE),
    seconds: Math.floor((rest % MINUTE) / SECOND),
  };
}

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
  /** When the clock was paused; null while it runs. */
  pausedAt: number | null;
}

/**
 * Shows the clock by the machine's time. It is a component of its own, so that only the clock is drawn again each
 * second.
 */
export function LiveClock({ sitting, deadline, pausedAt }: LiveClockProps) {
  const seconds = useSelector(sitting, ({ context }) =>
    Math.ceil(remainingAt(context.now, deadline, pausedAt) / 1_000),
  );
  return <ExamClock remaining={seconds * 1_000} />;
}
