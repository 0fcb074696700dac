/** A way in steps, each marked by a circle on a dotted line; the last circle is filled. */
import styles from './stepped-path.module.css';

export interface PathStep {
  /** When, or how long: a few words above the title. */
  when: string;
  title: string;
  text: string;
}

export function SteppedPath({ steps }: { steps: readonly PathStep[] }) {
  return (
    <ol className={styles.path}>
      {steps.map(({ when, title, text }) => (
        <li key={title}>
          <p className={styles.when}>{when}</p>
          <h3>{title}</h3>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
  );
}
