/** The partners' marks, passing by: a drawn sign and the name. */
import { Marquee } from '#web/site/parts/marquee.tsx';
import { partnerMarks } from './content/partner-marks.ts';
import styles from './partner-strip.module.css';

export function PartnerStrip() {
  return (
    <Marquee label="Companies we work with">
      {partnerMarks.map(({ name, sign }) => (
        <span key={name} className={styles.mark}>
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d={sign} />
          </svg>
          {name}
        </span>
      ))}
    </Marquee>
  );
}
