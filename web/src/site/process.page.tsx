/** Process: from the first call with a company to the weeks after somebody has joined. */
import { paths } from '#web/shared/paths.ts';
import { Band } from '#web/site/parts/band.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { DotPicture } from '#web/site/parts/picture.tsx';
import { RuledTable } from '#web/site/parts/ruled-table.tsx';
import { Steps } from '#web/site/parts/steps.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ExamSteps } from './exam-steps.tsx';

/** How the provider works with a company, from the first call to the weeks after somebody has joined. */
const companySteps = [
  {
    title: 'We talk about the work',
    text: 'What the person will do every day, and what must never go wrong.',
  },
  {
    title: 'A paper for the post',
    text: 'We choose sections and weights for the exam. You see them before any candidate does.',
  },
  {
    title: 'The exam',
    text: 'Candidates take it on their own phones. You see the scores, section by section.',
  },
  {
    title: 'Training where it counts',
    text: 'Those who pass get 3 to 6 weeks of training, free of charge.',
  },
  {
    title: 'Interviews',
    text: 'You meet the few who fit best, with their score sheets in hand.',
  },
  {
    title: 'Joining, and the weeks after',
    text: 'We take care of the paperwork and dates, and stay in touch with both sides.',
  },
] as const;

const duties = {
  caption: 'Who does what',
  columns: ['Step', 'Your part', 'Our part'],
  rows: [
    ['The post', 'Describe the work', 'Write the job description'],
    ['The exam', 'Agree on the sections', 'Set, run and mark it'],
    ['The training', 'Send one real example of the work', 'Teach it'],
    ['The choice', 'Interview and decide', 'Prepare both sides'],
    ['The first weeks', 'Tell us how it goes', 'Listen, and put things right'],
  ],
} as const;

/** A path down the sheet. */
const picture = ['x·····', 'xx····', '·x····', '·xxx··', '···x··', '···xx·', '····x·', '····x*'];

export const description =
  'How hiring with us works in six steps, from the first call to the first day, and how an exam works for a candidate.';

export default function ProcessPage() {
  return (
    <>
      <Hero
        tag="Process"
        title="Six steps from an open post to a first day"
        lead="You always know which step you’re on, what comes next and who’s doing it."
        acts={[
          { to: paths.startHiring, label: 'Start hiring' },
          { to: '#steps', label: 'I’m a candidate' },
        ]}
        picture={<DotPicture rows={picture} />}
      />
      <Band
        id="companies"
        title="With a company"
        intro="Most posts take a few weeks to fill. Most of that time is training."
        heading="beside"
      >
        <Steps steps={companySteps} />
      </Band>
      <Band id="duties" title="Your part and ours">
        <RuledTable {...duties} />
      </Band>
      <ExamSteps>
        <LinkButton to={paths.register} variant="primary" size="lg">
          Register as a candidate
        </LinkButton>
      </ExamSteps>
    </>
  );
}
