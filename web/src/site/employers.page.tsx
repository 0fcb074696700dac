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
    title: 'Freshers who can start',
    text: 'Candidates who passed the exam and finished 3 to 6 weeks of training. You choose from their score sheets.',
  },
  {
    title: 'An exam of your own',
    text: 'Up to ten sections for your post. You decide what counts most. Your applicants sit it wherever they are.',
  },
  {
    title: 'Apprentices',
    text: 'Young people who learn in your team under the apprenticeship scheme. We teach the classroom part.',
  },
  {
    title: 'An interview day',
    text: 'You meet the candidates who fit, one after the other, at our office or by video.',
  },
] as const;

const scoreSheet = {
  caption: 'What a score sheet tells you: an example',
  columns: ['Section', 'Score', 'What it means for you'],
  rows: [
    ['Arithmetic', '18 of 20', 'Gets an invoice right the first time'],
    ['Reading', '16 of 20', 'Understands a one-page email at once'],
    ['Accuracy at speed', '19 of 20', 'Safe with data entry'],
    ['Spreadsheets', '9 of 20', 'Needs training before the work begins'],
  ],
} as const;

const employerQuestions = [
  {
    title: 'How do you know who sat the exam?',
    text: 'A candidate signs in with a UID and a password of their own. In a hall, a proctor checks each face against the photo and the ID card.',
  },
  {
    title: 'What if the network fails?',
    text: 'Answers are kept on the phone and sent when there is a signal. The clock does not stop, and the paper cannot be changed afterwards.',
  },
  {
    title: 'How soon do you answer?',
    text: 'Within 24 hours, by phone or email, as you prefer.',
  },
] as const;

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
