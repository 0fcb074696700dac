/**
 * The dark band that a public page opens with: what the page is about, in a line, and what to do next. Its parts come
 * in the order in which a phone shows them, so that nothing moves while the page is still arriving over a slow network.
 */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './hero.module.css';
import { KeptWhole } from './kept-whole.tsx';

interface HeroProps {
  /** A word or two above the title. */
  tag?: string;
  title: ReactNode;
  lead: string;
  /** What a visitor can check, and where. */
  proof?: { to: string; label: string };
  /** The first is the one thing to do. An address within the page begins with #. */
  acts?: readonly { to: string; label: string }[];
  /** More to do, where a link is not enough. */
  children?: ReactNode;
  /** A drawing, shown where there is room; on the front page the product itself, shown everywhere. */
  picture?: ReactNode;
  /** `display` is the larger title of the front page. */
  size?: 'display' | 'page';
}

export function Hero(props: HeroProps) {
  const { tag, title, lead, proof, acts = [], children, picture, size = 'page' } = props;
  return (
    <section className={styles.hero} aria-labelledby="page-title">
      <div className={styles.inner} data-picture={picture !== undefined} data-size={size}>
        <div className={styles.title}>
          {tag && <p className={styles.tag}>{tag}</p>}
          <h1 id="page-title">{title}</h1>
          {proof && (
            <p className={styles.proof}>
              <Link to={proof.to}>
                <KeptWhole text={proof.label} />
              </Link>
            </p>
          )}
        </div>
        {picture && <div className={styles.picture}>{picture}</div>}
        <div className={styles.more}>
          <p className={styles.lead}>{lead}</p>
          <div className={styles.acts}>
            {acts.map(({ to, label }, index) => (
              <LinkButton
                key={to}
                to={to}
                size="lg"
                {...(index > 0 && { variant: 'quiet' as const })}
              >
                {label}
              </LinkButton>
            ))}
            {children}
          </div>
        </div>
      </div>
    </section>
  );
}
