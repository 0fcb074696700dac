/** Points ruled like a form: each on its own line under one heavy rule. */
import { KeptWhole } from './kept-whole.tsx';
import styles from './ruled-list.module.css';

export function RuledList({ points }: { points: readonly { title: string; text: string }[] }) {
  return (
    <ul className={styles.list}>
      {points.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>
            <KeptWhole text={text} />
          </p>
        </li>
      ))}
    </ul>
  );
}
