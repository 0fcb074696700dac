/** Process: from the first talk with a company to the weeks after somebody has joined. */
import { Band } from '#web/components/site/band.tsx';
import { DotPicture } from '#web/components/site/dot-picture.tsx';
import { Hero } from '#web/components/site/hero.tsx';
import { RuledTable } from '#web/components/site/ruled-table.tsx';
import { Steps } from '#web/components/site/steps.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { paths } from '#web/lib/paths.ts';
import { companySteps, duties } from './content/process.ts';
import { ExamSteps } from './exam-steps.tsx';

/** A path down the sheet. */
const picture = ['x·····', 'xx····', '·x····', '·xxx··', '···x··', '···xx·', '····x·', '····x*'];

export function ProcessPage() {
  return (
    <>
      <Hero
        tag="Process"
        title="Six steps from an open post to a first day"
        lead="You always know which step you are in, what comes next and who has to do it."
        acts={[
          { to: paths.startHiring, label: 'Start hiring' },
          { to: '#steps', label: 'I am a candidate' },
        ]}
        picture={<DotPicture rows={picture} />}
      />
      <Band
        id="companies"
        title="With a company"
        intro="Most posts take a few weeks: most of it is training, and that is the point."
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
