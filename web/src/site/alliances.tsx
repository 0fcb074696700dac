/** The partners who stand behind a certificate, each under its seal. */
import styles from './alliances.module.css';
import { alliances } from './content/partners.ts';

export function Alliances() {
  return (
    <ul className={styles.alliances}>
      {alliances.map(({ seal, title, text, forWhom }) => (
        <li key={seal}>
          <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
            <circle className={styles.rim} cx="50" cy="50" r="46" />
            <circle className={styles.ring} cx="50" cy="50" r="36" />
            <path className={styles.tick} d="m34 51 11 12 22-25" />
          </svg>
          <div>
            <p className={styles.seal}>{seal}</p>
            <h3>{title}</h3>
            <p>{text}</p>
            <p className={styles.forWhom}>{forWhom}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
