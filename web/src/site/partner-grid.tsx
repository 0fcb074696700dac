/** The companies that work with the provider, by name and mark, all at once. */

import { partnerMarks } from './content/partner-marks.ts';
import styles from './partner-grid.module.css';

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
