/** The partners' marks, each a drawn sign and the name, in a moving strip. */
import { Children, type ReactNode, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
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

/** `auto` until the button was used; from then on only the button decides. */
type Motion = 'auto' | 'stopped' | 'running';

/**
 * A strip that moves past once in 28 seconds and starts over without a seam: its items are rendered twice, the second
 * time hidden from screen readers. It stops under the pointer, while its button has the focus, and when its button is
 * pressed. Visitors who prefer reduced motion see it as still rows.
 */
export function Marquee({ label, children }: { label: string; children: ReactNode }) {
  const [motion, setMotion] = useState<Motion>('auto');
  const isStopped = motion === 'stopped';
  const items = Children.map(children, (child) => <li>{child}</li>);
  return (
    <section className={styles.strip} data-motion={motion} aria-label={label}>
      <div className={styles.window}>
        <div className={styles.track}>
          <ul className={styles.items}>{items}</ul>
          <ul className={styles.items} aria-hidden="true">
            {items}
          </ul>
        </div>
      </div>
      <button
        type="button"
        className={styles.button}
        aria-label={isStopped ? 'Play the strip' : 'Pause the strip'}
        onClick={() => setMotion(isStopped ? 'running' : 'stopped')}
      >
        <Icon name={isStopped ? 'play' : 'pause'} />
      </button>
    </section>
  );
}
