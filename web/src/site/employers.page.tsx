/** For employers: hiring candidates who were tested, and what their score sheets tell. */
import { paths } from '#web/shared/paths.ts';
import { Band } from '#web/site/parts/band.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { DotPicture } from '#web/site/parts/picture.tsx';
import { RuledTable } from '#web/site/parts/ruled-table.tsx';
import { Closing } from './closing.tsx';
import { RuledList } from './parts/ruled-table.tsx';

/** For employers who hire our candidates themselves. */
const offers = [
  {
    title: 'Freshers who are ready to start',
    text: 'Candidates who’ve passed the exam and finished 3 to 6 weeks of training. Choose them by their score sheets.',
  },
  {
    title: 'An exam of your own',
    text: 'Up to ten sections for your post. You decide what counts most, and your applicants take it wherever they are.',
  },
  {
    title: 'Apprentices',
    text: 'Young people who learn on your team under the apprenticeship scheme. We teach the classroom part.',
  },
  {
    title: 'An interview day',
    text: 'Meet the best-suited candidates one after another, at our office or on video.',
  },
] as const;

const scoreSheet = {
  caption: 'What a score sheet tells you: an example',
  columns: ['Section', 'Score', 'What it means for you'],
  rows: [
    ['Arithmetic', '18 of 20', 'Gets an invoice right the first time'],
    ['Reading', '16 of 20', 'Understands a one-page email in one reading'],
    ['Accuracy at speed', '19 of 20', 'Reliable at data entry'],
    ['Spreadsheets', '9 of 20', 'Needs training before starting work'],
  ],
} as const;

const employerQuestions = [
  {
    title: 'How do you know who took the exam?',
    text: 'Every candidate signs in with their own UID and password. In a hall, a proctor checks each face against the photo and ID card.',
  },
  {
    title: 'What if the network fails?',
    text: 'Answers stay on the phone and are sent when the signal is back. The timer doesn’t stop, and nothing can be changed afterwards.',
  },
  {
    title: 'How soon do you reply?',
    text: 'Within 24 hours, by phone or email, whichever you prefer.',
  },
] as const;

/** A row of people, one of them the right one. */
const picture = ['x·x·x·x', 'xxx*xxx', 'x·xxx·x', 'x·x·x·x', '·······', 'x·x·x·x'];

export const description =
  'Hire candidates with a score in every subject, set your own exam, take on apprentices, or hold an interview day.';

export default function EmployersPage() {
  return (
    <>
      <Hero
        tag="For employers"
        title="Interview only the people who can do the work"
        lead="Our candidates come with a score in every subject. Read it in a minute, and ask better questions."
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
        ask="Tell us who you’re looking for"
        text="Your name, your number and a few lines about the work. Nothing starts until you agree."
        act={{ to: paths.startHiring, label: 'Start hiring' }}
      />
    </>
  );
}
