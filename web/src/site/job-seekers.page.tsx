/** For job seekers: the ways in, each on a ticket that leads on. */
import { paths } from '#web/shared/paths.ts';
import { Band, Columns } from '#web/site/parts/band.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { DotPicture } from '#web/site/parts/picture.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { Ticket } from './closing.tsx';
import { ExamSteps } from './exam-steps.tsx';
import styles from './tickets.module.css';

/** Ways to find work, each with the page that it leads to. */
const ways = [
  {
    kind: 'Assessment',
    title: 'Get hired',
    text: 'Register and take one exam on your phone. Pass, and you get 3 to 6 weeks of free training and meet companies that are hiring.',
    to: paths.signIn,
    label: 'Get Hired',
  },
  {
    kind: 'Abroad',
    title: 'Work in Germany',
    text: 'Forklift operators and care takers needed. Language courses from A1 to B1, skill training and placement assistance.',
    to: paths.germany,
    label: 'See the program',
  },
  {
    kind: 'Course',
    title: 'US CMA',
    text: 'A management accounting qualification known in many countries. Two parts, three exam windows a year.',
    to: paths.cma,
    label: 'See the course',
  },
  {
    kind: 'Course',
    title: 'US CPA',
    text: 'The American accountant’s licence, for graduates who want to work with companies in the United States.',
    to: paths.cpa,
    label: 'See the course',
  },
  {
    kind: 'Course',
    title: 'Remote Ready Women',
    text: 'CRM and AI in 100 days, for women who want to work from home.',
    to: paths.remoteReadyWomen,
    label: 'See the course',
  },
] as const;

const seekerFacts = [
  {
    title: 'What it costs',
    text: 'An exam costs ₹300 to ₹500, GST included. The training that follows is free. Courses have their own fees, shown on their pages.',
  },
  {
    title: 'What you need',
    text: 'A phone with a camera and about an hour of quiet. If the network drops, carry on.',
  },
  {
    title: 'What we never ask for',
    text: 'No money for interviews, no job deposits, no original certificates by post.',
  },
] as const;

/** Stairs. */
const picture = ['·····*', '·····x', '····xx', '···xxx', '··xxxx', '·xxxxx', 'xxxxxx'];

export const description =
  'Five ways into work: one exam on your phone, jobs in Germany, US CMA, US CPA, and CRM and AI for women.';

export default function JobSeekersPage() {
  return (
    <>
      <Hero
        tag="For job seekers"
        title="Show what you can do"
        lead="Five ways into work. The first takes just one exam on your phone. The others are courses."
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
