/** For employers who hire our candidates themselves. */
export const offers = [
  {
    title: 'Freshers who can start',
    text: 'Candidates who passed the exam and finished 3–6 weeks of training. You choose from their score sheets.',
  },
  {
    title: 'An exam of your own',
    text: 'Up to ten sections for your post, with your weights. Your applicants sit it wherever they are.',
  },
  {
    title: 'Apprentices',
    text: 'Young people who learn in your team under the apprenticeship scheme, with us as the classroom.',
  },
  {
    title: 'An interview day',
    text: 'You come for a day, to Hyderabad or by video, and meet eight to ten people who fit.',
  },
] as const;

export const scoreSheet = {
  caption: 'What a score sheet tells you: an example',
  columns: ['Section', 'Score', 'What it means for you'],
  rows: [
    ['Arithmetic', '18 of 20', 'Will not need a second look at an invoice'],
    ['Reading', '16 of 20', 'Understands a mail of one page at once'],
    ['Accuracy under time', '19 of 20', 'Safe with data entry'],
    ['Spreadsheets', '9 of 20', 'Needs the two weeks that we teach'],
  ],
} as const;

export const employerQuestions = [
  {
    title: 'How do you know who sat the exam?',
    text: 'A candidate signs in with a UID of their own. In a hall, a proctor checks faces against papers as well.',
  },
  {
    title: 'What if the network fails?',
    text: 'Answers are kept on the phone and sent when there is a signal. The clock does not stop, and the paper cannot be changed afterwards.',
  },
  {
    title: 'How soon do you answer?',
    text: 'Within 24 hours, by telephone or mail, as you like it.',
  },
] as const;
