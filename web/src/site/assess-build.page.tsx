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
    text: 'An exam of up to ten sections shows what someone can do today. It’s timed, drawn from a question bank, marked by fixed rules and taken on the candidate’s own phone.',
    points: [
      'The same rules for everyone',
      'A score for every section, not just one number',
      'No answers lost when the network drops',
    ],
  },
  {
    letter: 'B',
    title: 'Build',
    text: 'The score decides what we teach. Anyone who passes the first assessment gets 3 to 6 weeks of training, free of charge.',
    points: [
      'Lessons where the score was low',
      'Practice on the kind of work companies actually do',
      'A certificate at the end, and help finding a job',
    ],
  },
] as const;

const plan = {
  caption: 'How a score becomes a training plan: an example',
  columns: ['Section', 'What the score showed', 'What the training adds'],
  rows: [
    ['Arithmetic', 'Quick and accurate', 'Nothing; no classes needed'],
    ['Spreadsheets', 'Knows formulas, not lookups', 'Practice with ledgers'],
    ['Written English', 'Clear, but slow', 'Short letters, with corrections'],
    ['GST basics', 'New to it', 'The basics, with a test'],
  ],
} as const;

const gains = [
  {
    title: 'For a candidate',
    text: 'You learn only what you need, and you know why.',
  },
  {
    title: 'For a company',
    text: 'You see where someone started and how far they’ve come. That tells you more than either score alone.',
  },
] as const;

/** Dots that form an A and a B. */
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
  'An assessment shows what you can do, and 3–6 weeks of free training picks up from there. See how scores become a plan.';

export default function AssessBuildPage() {
  return (
    <>
      <Hero
        tag="A & B"
        title="Assess, then build"
        lead="Two halves of one idea: a test that shows what you can do, and training that picks up from there."
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
        intro="After the exam, your score in each section decides your timetable."
        ground="sunken"
      >
        <RuledTable {...plan} />
      </Band>
      <Band id="gains" title="What you gain">
        <Columns parts={gains} />
      </Band>
      <Closing
        title="Begin with A"
        ask="Take an assessment"
        text="It takes about an hour on your phone. Pass, and B is free: 3 to 6 weeks of training."
        act={{ to: paths.register, label: 'Register' }}
      />
    </>
  );
}
