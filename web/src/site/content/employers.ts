/** For employers who hire our candidates themselves. */
export const offers = [
  {
    title: 'Freshers who can start',
    text: 'Candidates who passed the exam and finished 3 to 6 weeks of training. You choose from their score sheets.',
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
    text: 'You meet the candidates who fit, one after the other, here or by video.',
  },
] as const;

export const scoreSheet = {
  caption: 'What a score sheet tells you: an example',
  columns: ['Section', 'Score', 'What it means for you'],
  rows: [
    ['Arithmetic', '18 of 20', 'Will not need a second look at an invoice'],
    ['Reading', '16 of 20', 'Understands a mail of one page at once'],
    ['Accuracy under time', '19 of 20', 'Safe with data entry'],
    ['Spreadsheets', '9 of 20', 'Needs training before the work begins'],
  ],
} as const;

export const employerQuestions = [
  {
    title: 'How do you know who sat the exam?',
    text: 'A candidate signs in with a UID and a password of their own. Where the exam is held in a hall, a proctor is there.',
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
