/** The last part of a page: one thing to do next, on a ticket. */

import type { ReactNode } from 'react';
import { Band } from '#web/site/parts/band.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './parts/ticket.module.css';

interface ClosingProps {
  title: string;
  ask: string;
  text: string;
  act: { to: string; label: string };
}

export function Closing({ title, ask, text, act }: ClosingProps) {
  return (
    <Band id="next" title={title}>
      <Ticket title={ask} text={text}>
        <LinkButton to={act.to} variant="primary" size="lg">
          {act.label}
        </LinkButton>
      </Ticket>
    </Band>
  );
}

interface TicketProps {
  /** A word or two printed small at the top. */
  kind?: string;
  title: string;
  text: string;
  /** A last line in small print. */
  note?: string;
  /** `h3` when the ticket stands below another heading. */
  heading?: 'h2' | 'h3';
  /** Goes onto the stub. */
  children: ReactNode;
}

/** A ticket with a stub torn along a perforation: a subject, and on the stub the one thing to do. */
export function Ticket({ kind, title, text, note, heading = 'h3', children }: TicketProps) {
  const Heading = heading;
  return (
    <div className={styles.ticket}>
      <div className={styles.subject}>
        {kind && <p className={styles.kind}>{kind}</p>}
        <Heading className={styles.title}>{title}</Heading>
        <p>{text}</p>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.stub}>{children}</div>
    </div>
  );
}
