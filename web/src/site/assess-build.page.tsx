/** A & B: assess, then build; the score decides what is taught. */

import { paths } from '#web/shared/paths.ts';
import { Band } from '#web/site/parts/band.tsx';
import { CheckPanels } from '#web/site/parts/check-panels.tsx';
import { Columns } from '#web/site/parts/columns.tsx';
import { DotPicture } from '#web/site/parts/dot-picture.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { RuledTable } from '#web/site/parts/ruled-table.tsx';
import { Closing } from './closing.tsx';
import { gains, halves, plan } from './content/assess-build.ts';

/** An A and a B. */
const picture = [
  '·xx· xxx·',
  'x··x x··x',
  'x··x x··x',
  'xxxx xxx·',
  'x··x x··x',
  'x··x x··x',
  'x··x xxx*',
];

export const description =
  'An assessment shows what a person can do; free training of 3–6 weeks starts exactly there. How scores become a plan.';

export default function AssessBuildPage() {
  return (
    <>
      <Hero
        tag="A & B"
        title="Assess, then build"
        lead="Two halves of one idea: a test that shows what somebody can do, and training that starts exactly there."
        acts={[
          { to: paths.onlineAssessment, label: 'See the assessments' },
          { to: paths.exploreCourses, label: 'Explore courses' },
        ]}
        picture={<DotPicture rows={picture} />}
      />
      <Band id="halves" title="The two halves">
        <CheckPanels
          panels={halves.map(({ letter, title, ...half }) => ({
            ...half,
            title: `${letter} is for ${title}`,
          }))}
        />
      </Band>
      <Band
        id="plan"
        title="From a score to a plan"
        intro="After the exam, the score of each section decides the timetable."
        ground="sunken"
      >
        <RuledTable {...plan} />
      </Band>
      <Band id="gains" title="What you gain">
        <Columns parts={gains} />
      </Band>
      <Closing
        title="Begin with A"
        ask="Sit an assessment"
        text="About an hour on your phone. If you pass, B is free: 3 to 6 weeks of training."
        act={{ to: paths.register, label: 'Register' }}
      />
    </>
  );
}
