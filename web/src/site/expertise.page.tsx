/** Expertise: the fields, the posts in each, and what is tested for them. */

import { paths } from '#web/shared/paths.ts';
import { Band } from '#web/site/parts/band.tsx';
import { Columns } from '#web/site/parts/columns.tsx';
import { DotPicture } from '#web/site/parts/dot-picture.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { RuledTable } from '#web/site/parts/ruled-table.tsx';
import { Closing } from './closing.tsx';
import { fields, habits } from './content/expertise.ts';

/** Columns that grow: what a score sheet looks like from afar. */
const picture = ['····*·', '·x··x·', '·x··xx', '·xx·xx', 'xxx·xx', 'xxxxxx'];

export const description =
  'The fields we hire for, from accounting to automation and work in Germany: which posts we fill and what we test.';

export default function ExpertisePage() {
  return (
    <>
      <Hero
        tag="Expertise"
        title="We know the work we hire for"
        lead="Six fields, each with its own paper. What we ask in an exam comes from people who do the job."
        acts={[
          { to: paths.onlineAssessment, label: 'See the assessments' },
          { to: paths.process, label: 'How we work' },
        ]}
        picture={<DotPicture rows={picture} />}
      />
      <Band id="fields" title="Six fields">
        <RuledTable {...fields} />
      </Band>
      <Band id="habits" title="Three habits" ground="sunken">
        <Columns parts={habits} />
      </Band>
      <Closing
        title="Another field?"
        ask="Describe the post to us"
        text="If we cannot test it well, we say so. If we can, you see the sections of the paper first."
        act={{ to: paths.startHiring, label: 'Start hiring' }}
      />
    </>
  );
}
