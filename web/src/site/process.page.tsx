/** Process: from the first call with a company to the weeks after somebody has joined. */

import { paths } from '#web/shared/paths.ts';
import { Band } from '#web/site/parts/band.tsx';
import { DotPicture } from '#web/site/parts/dot-picture.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { RuledTable } from '#web/site/parts/ruled-table.tsx';
import { Steps } from '#web/site/parts/steps.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { companySteps, duties } from './content/process.ts';
import { ExamSteps } from './exam-steps.tsx';

/** A path down the sheet. */
const picture = ['x·····', 'xx····', '·x····', '·xxx··', '···x··', '···xx·', '····x·', '····x*'];

export const description =
  'How hiring with us goes in six steps, from the first call to the first day, and how an exam goes for a candidate.';

export default function ProcessPage() {
  return (
    <>
      <Hero
        tag="Process"
        title="Six steps from an open post to a first day"
        lead="You always know which step you are at, what comes next and who does it."
        acts={[
          { to: paths.startHiring, label: 'Start hiring' },
          { to: '#steps', label: 'I am a candidate' },
        ]}
        picture={<DotPicture rows={picture} />}
      />
      <Band
        id="companies"
        title="With a company"
        intro="Most posts take a few weeks. Most of that time is training."
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
