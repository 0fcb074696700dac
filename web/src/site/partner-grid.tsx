/** The companies that work with the provider, by name and mark, all at once. */

import styles from './partner-grid.module.css';
import { partnerMarks } from './partner-marks.tsx';

export function PartnerGrid() {
  return (
    <ul className={styles.grid}>
      {partnerMarks.map(({ name, sign }) => (
        <li key={name}>
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d={sign} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
