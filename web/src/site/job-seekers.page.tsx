/** For job seekers: the ways in, each on a ticket that leads on. */

import { paths } from '#web/shared/paths.ts';
import { Band } from '#web/site/parts/band.tsx';
import { Columns } from '#web/site/parts/columns.tsx';
import { DotPicture } from '#web/site/parts/dot-picture.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { Ticket } from '#web/site/parts/ticket.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { seekerFacts, ways } from './content/job-seekers.ts';
import { ExamSteps } from './exam-steps.tsx';
import styles from './tickets.module.css';

/** Stairs. */
const picture = ['·····*', '·····x', '····xx', '···xxx', '··xxxx', '·xxxxx', 'xxxxxx'];

export const description =
  'Five ways into work: one exam on your phone, work in Germany, US CMA, US CPA, and CRM and AI for women.';

export default function JobSeekersPage() {
  return (
    <>
      <Hero
        tag="For job seekers"
        title="Show what you can do"
        lead="Five ways into work. For the first you need one exam on your phone. The others are courses."
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
