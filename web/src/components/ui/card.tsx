/** A sheet of paper on the page: one subject, one border. */
import type { ReactNode } from 'react';
import styles from './card.module.css';

interface CardProps {
  as?: 'div' | 'article' | 'section' | 'li';
  /** Id of the heading that names it, when it is a section. */
  labelledBy?: string;
  children: ReactNode;
}

export function Card({ as: Element = 'div', labelledBy, children }: CardProps) {
  return (
    <Element className={styles.card} aria-labelledby={labelledBy}>
      {children}
    </Element>
  );
}
