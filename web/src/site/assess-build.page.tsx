/** A & B: assess, then build; the score decides what is taught. */
import { paths } from '#web/shared/paths.ts';
import { Band, Columns } from '#web/site/parts/band.tsx';
import { CheckPanels } from '#web/site/parts/check-panels.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { DotPicture } from '#web/site/parts/picture.tsx';
import { RuledTable } from '#web/site/parts/ruled-table.tsx';
import { Closing } from './closing.tsx';

/** What A & B means here: Assess & Build, the two halves of how the provider works. */
const halves = [
  {
    letter: 'A',
    title: 'Assess',
    text: 'An exam of up to ten sections shows what a person can do today. It is timed, drawn from a bank and marked by fixed rules, and it runs on the candidate’s own phone.',
    points: [
      'The same rules for everybody',
      'A score for each section, not one number',
      'No answer is lost when the network drops',
    ],
  },
  {
    letter: 'B',
    title: 'Build',
    text: 'The score decides what is taught. Anyone who passes the first assessment is trained for 3 to 6 weeks, free of charge.',
    points: [
      'Lessons where the score was low',
      'Practice on the kind of work that companies give',
      'A certificate at the end, and help into a job',
    ],
  },
] as const;

const plan = {
  caption: 'How a score becomes a training plan: an example',
  columns: ['Section', 'What the score showed', 'What the training adds'],
  rows: [
    ['Arithmetic', 'Quick and accurate', 'Nothing: no hours needed'],
    ['Spreadsheets', 'Formulas known, no lookups', 'Practice with ledgers'],
    ['Written English', 'Clear, but slow', 'Short letters, corrected'],
    ['GST basics', 'Not known', 'The basics, with a test'],
  ],
} as const;

const gains = [
  {
    title: 'For a candidate',
    text: 'You learn only what you still need, and you know why.',
  },
  {
    title: 'For a company',
    text: 'You see where somebody started and how far they came. That says more than either score alone.',
  },
] as const;

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
