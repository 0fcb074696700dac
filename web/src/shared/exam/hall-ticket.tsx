/** A sheet with a stub along a perforation, as candidates know it: the subject above, the facts and acts below. */
import type { ReactNode } from 'react';
import styles from './hall-ticket.module.css';

interface HallTicketProps {
  as?: 'article' | 'section';
  labelledBy: string;
  picture?: ReactNode;
  stub: ReactNode;
  children: ReactNode;
}

export function HallTicket(props: HallTicketProps) {
  const { as: Element = 'article', labelledBy, picture, stub, children } = props;
  return (
    <Element className={styles.ticket} aria-labelledby={labelledBy}>
      {picture && <div className={styles.picture}>{picture}</div>}
      <div className={styles.subject}>{children}</div>
      <div className={styles.stub}>{stub}</div>
    </Element>
  );
}
