/** For employers: hiring candidates who were tested, and what their score sheets tell. */

import { paths } from '#web/shared/paths.ts';
import { Band } from '#web/site/parts/band.tsx';
import { DotPicture } from '#web/site/parts/dot-picture.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { RuledList } from '#web/site/parts/ruled-list.tsx';
import { RuledTable } from '#web/site/parts/ruled-table.tsx';
import { Closing } from './closing.tsx';
import { employerQuestions, offers, scoreSheet } from './content/employers.ts';

/** A row of people, one of them the right one. */
const picture = ['x·x·x·x', 'xxx*xxx', 'x·xxx·x', 'x·x·x·x', '·······', 'x·x·x·x'];

export const description =
  'Hire candidates with a score for each subject, set an exam of your own, take apprentices, or hold an interview day.';

export default function EmployersPage() {
  return (
    <>
      <Hero
        tag="For employers"
        title="Interview only people who can do the work"
        lead="Our candidates come with a score for each subject. You read it in a minute and ask better questions."
        acts={[
          { to: paths.startHiring, label: 'Start hiring' },
          { to: '#sheet', label: 'Read a score sheet' },
        ]}
        picture={<DotPicture rows={picture} />}
      />
      <Band id="offers" title="Four ways to hire" heading="beside">
        <RuledList points={offers} />
      </Band>
      <Band id="sheet" title="How to read a score sheet" ground="sunken">
        <RuledTable {...scoreSheet} />
      </Band>
      <Band id="questions" title="What employers ask us">
        <RuledList points={employerQuestions} />
      </Band>
      <Closing
        title="Hire for a post"
        ask="Tell us who you are looking for"
        text="Name, number and a few lines about the work. Nothing begins before you agree."
        act={{ to: paths.startHiring, label: 'Start hiring' }}
      />
    </>
  );
}
