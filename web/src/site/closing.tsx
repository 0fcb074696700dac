/** The last part of a page: one thing to do next, on a ticket. */
import { Band } from '#web/site/parts/band.tsx';
import { Ticket } from '#web/site/parts/ticket.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

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
