/**
 * Steps down a dotted path of circles. The last circle is filled, because the path leads there. Steps that say when
 * they come have no numbers.
 */
import styles from './steps.module.css';

export interface Step {
  /** When, or how long: a few words above the title. Either every step of a path says it or none. */
  when?: string;
  title: string;
  text: string;
}

export function Steps({ steps }: { steps: readonly Step[] }) {
  const isDated = steps.some(({ when }) => when !== undefined);
  return (
    <ol className={styles.steps} data-dated={isDated}>
      {steps.map(({ when, title, text }) => (
        <li key={title}>
          {when && <p className={styles.when}>{when}</p>}
          <h3>{title}</h3>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
  );
}
