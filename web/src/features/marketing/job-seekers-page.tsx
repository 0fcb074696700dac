/** For job seekers: the ways in, each on a ticket that leads on. */
import { Band } from '#web/components/site/band.tsx';
import { Columns } from '#web/components/site/columns.tsx';
import { DotPicture } from '#web/components/site/dot-picture.tsx';
import { Hero } from '#web/components/site/hero.tsx';
import { Ticket } from '#web/components/site/ticket.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { VisuallyHidden } from '#web/components/ui/visually-hidden.tsx';
import { paths } from '#web/lib/paths.ts';
import { seekerFacts, ways } from './content/job-seekers.ts';
import { ExamSteps } from './exam-steps.tsx';
import styles from './tickets.module.css';

/** Stairs. */
const picture = ['·····*', '·····x', '····xx', '···xxx', '··xxxx', '·xxxxx', 'xxxxxx'];

export function JobSeekersPage() {
  return (
    <>
      <Hero
        tag="For job seekers"
        title="Show what you can do"
        lead="Five ways into work. The first needs one exam on your phone; the others teach you something first."
        acts={[
          { to: paths.register, label: 'Register' },
          { to: '#ways', label: 'See all five' },
        ]}
        picture={<DotPicture rows={picture} />}
      />
      <Band id="ways" title="Five ways in" ground="sunken">
        <ul className={styles.tickets}>
          {ways.map(({ kind, title, text, to, label }, index) => (
            <li key={to}>
              <Ticket kind={kind} title={title} text={text}>
                <LinkButton to={to} {...(index === 0 && { variant: 'primary' as const })}>
                  {label}
                  <VisuallyHidden>: {title}</VisuallyHidden>
                </LinkButton>
              </Ticket>
            </li>
          ))}
        </ul>
      </Band>
      <Band id="facts" title="Before you begin">
        <Columns parts={seekerFacts} />
      </Band>
      <ExamSteps>
        <LinkButton to={paths.onlineAssessment} variant="primary" size="lg">
          Choose an exam
        </LinkButton>
      </ExamSteps>
    </>
  );
}
