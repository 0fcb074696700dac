/** Short texts side by side, each under its own heading and a rule. */
import styles from './columns.module.css';
import { KeptWhole } from './kept-whole.tsx';

export function Columns({ parts }: { parts: readonly { title: string; text: string }[] }) {
  return (
    <div className={styles.columns}>
      {parts.map(({ title, text }) => (
        <section key={title}>
          <h3>{title}</h3>
          <p>
            <KeptWhole text={text} />
          </p>
        </section>
      ))}
    </div>
  );
}
