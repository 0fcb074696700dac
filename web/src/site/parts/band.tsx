/** One part of a public page across its whole width, under its own heading. */
import type { ReactNode } from 'react';
import styles from './band.module.css';
import { KeptWhole } from './kept-whole.tsx';

interface BandProps {
  /** Also the address of this part within the page. */
  id: string;
  title: string;
  intro?: string;
  /** `sunken` and `slab` set a part off from its neighbours. */
  ground?: 'page' | 'sunken' | 'slab';
  /** `beside` is for long content: on wide screens, the heading stands beside it. */
  heading?: 'above' | 'beside';
  /** A button or link under the intro. */
  act?: ReactNode;
  children: ReactNode;
}

export function Band({
  id,
  title,
  intro,
  ground = 'page',
  heading = 'above',
  act,
  children,
}: BandProps) {
  return (
    <section id={id} className={styles.band} data-ground={ground} aria-labelledby={`${id}-title`}>
      <div className={styles.inner} data-heading={heading}>
        <header className={styles.head}>
          <h2 id={`${id}-title`}>{title}</h2>
          {intro && <p>{intro}</p>}
          {act}
        </header>
        <div className={styles.content}>{children}</div>
      </div>
    </section>
  );
}

/** Short texts side by side, each under its own heading and a rule. */
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
