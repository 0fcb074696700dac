/**
 * The opening of a page whose readers come with questions: on the light background, with the answers beside the title.
 */
import type { ReactNode } from 'react';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './opening.module.css';

interface OpeningProps {
  tag: string;
  title: string;
  lead: string;
  /** The first is the one thing to do. */
  acts: readonly { to: string; label: string }[];
  /** Beside the title where there is room, else under it. */
  aside?: ReactNode;
}

export function Opening({ tag, title, lead, acts, aside }: OpeningProps) {
  return (
    <section className={styles.opening} aria-labelledby="page-title">
      <div className={styles.inner} data-aside={aside !== undefined}>
        <div className={styles.text}>
          <p className={styles.tag}>{tag}</p>
          <h1 id="page-title">{title}</h1>
          <p className={styles.lead}>{lead}</p>
          <div className={styles.acts}>
            {acts.map(({ to, label }, index) => (
              <LinkButton key={to} to={to} variant={index === 0 ? 'primary' : 'secondary'}>
                {label}
              </LinkButton>
            ))}
          </div>
        </div>
        {aside}
      </div>
    </section>
  );
}
