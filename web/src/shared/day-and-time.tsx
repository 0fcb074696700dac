/** A moment: on one line if it fits, otherwise the day above the time; neither breaks inside. */
import { formatDate, formatTime } from '#web/shared/format.ts';
import styles from './day-and-time.module.css';

/** @param at an ISO instant */
export function DayAndTime({ at }: { at: string }) {
  return (
    <span className={styles.moment}>
      <span data-whole="">{formatDate(at)},</span> <span data-whole="">{formatTime(at)}</span>
    </span>
  );
}
