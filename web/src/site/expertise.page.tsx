/** Expertise: the fields, the posts in each, and what is tested for them. */
import { paths } from '#web/shared/paths.ts';
import { Band, Columns } from '#web/site/parts/band.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { DotPicture } from '#web/site/parts/picture.tsx';
import { RuledTable } from '#web/site/parts/ruled-table.tsx';
import { Closing } from './closing.tsx';

/** The fields the provider knows, the posts it fills in each, and what it tests. */
const fields = {
  caption: 'Fields, posts and what we test',
  columns: ['Field', 'Posts we fill', 'What we test'],
  rows: [
    [
      'Accounting and finance',
      'Accounts executive, payroll executive, US CMA and US CPA candidates',
      'Bookkeeping entries, GST basics, arithmetic, spreadsheets',
    ],
    [
      'Back office and BPO',
      'Customer support, data entry, document handling',
      'Reading and writing, accuracy at speed, courtesy',
    ],
    [
      'Virtual assistance',
      'Executive assistant, research assistant, social media assistant',
      'English, calendar and email, search, tools',
    ],
    [
      'Information technology',
      'Web developer, tester, help desk technician',
      'Reasoning, code reading, a small task on paper',
    ],
    [
      'Automation, CRM and AI',
      'CRM executive, reporting analyst, automation associate',
      'Logic, data handling, describing a process',
    ],
    [
      'Work in Germany',
      'Forklift operators and care takers',
      'Aptitude first, then German A1, A2 and B1',
    ],
  ],
} as const;

const habits = [
  {
    title: 'We test before we talk',
    text: 'A CV tells you where someone has been. A score tells you what they can do today. We start with the score.',
  },
  {
    title: 'We write our own questions',
    text: 'Every post has its own mix of up to ten sections, and every paper is drawn fresh from the question bank, so no two have to be the same.',
  },
  {
    title: 'We teach what’s missing',
    text: 'Candidates who pass get 3 to 6 weeks of free training in the areas where they scored lowest.',
  },
] as const;

/** Columns that grow: what a score sheet looks like from afar. */
const picture = ['····*·', '·x··x·', '·x··xx', '·xx·xx', 'xxx·xx', 'xxxxxx'];

export const description =
  'The fields we hire for, from accounting to automation to jobs in Germany: the posts we fill and what we test.';

export default function ExpertisePage() {
  return (
    <>
      <Hero
        tag="Expertise"
        title="We know the work we hire for"
        lead="Six fields, each with its own paper. Our exam questions come from people who do the job."
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
        ask="Tell us about the post"
        text="If we can’t test it well, we’ll say so. If we can, you’ll see the sections of the paper first."
        act={{ to: paths.startHiring, label: 'Start hiring' }}
      />
    </>
  );
}
