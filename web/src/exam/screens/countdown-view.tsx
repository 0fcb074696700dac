/** Time to the start in calendar units. Seen each second, spoken only when asked for. */
import styles from './countdown-view.module.css';
import { countdownTo, countdownUnits } from './time-text.ts';

interface CountdownViewProps {
  /** Milliseconds since 1970 by the server's clock, both. */
  start: number;
  now: number;
}

export function CountdownView({ start, now }: CountdownViewProps) {
  const left = countdownTo(start, now);
  return (
    <dl className={styles.units} aria-label="Time to the start">
      {countdownUnits.map((unit) => (
        <div key={unit} className={styles.unit}>
          <dt>{unit}</dt>
          <dd>{String(left[unit]).padStart(2, '0')}</dd>
        </div>
      ))}
    </dl>
  );
}
