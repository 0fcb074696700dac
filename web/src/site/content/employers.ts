/** For employers who hire our candidates themselves. */
export const offers = [
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

export const scoreSheet = {
  caption: 'What a score sheet tells you: an example',
  columns: ['Section', 'Score', 'What it means for you'],
  rows: [
    ['Arithmetic', '18 of 20', 'Gets an invoice right the first time'],
    ['Reading', '16 of 20', 'Understands a one-page email at once'],
    ['Accuracy at speed', '19 of 20', 'Safe with data entry'],
    ['Spreadsheets', '9 of 20', 'Needs training before the work begins'],
  ],
} as const;

export const employerQuestions = [
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
