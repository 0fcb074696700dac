/** What A & B means here: Assess & Build, the two halves of how the provider works. */
export const halves = [
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
    text: 'The score decides what is taught. Whoever passes the first assessment is trained for 3 to 6 weeks, free of charge.',
    points: [
      'Lessons where the score was low',
      'Practice on the kind of work that companies give',
      'A certificate at the end, and help into a job',
    ],
  },
] as const;

export const plan = {
  caption: 'How a score becomes a training plan: an example',
  columns: ['Section', 'What the score showed', 'What the training adds'],
  rows: [
    ['Arithmetic', 'Quick and accurate', 'Nothing: no hours needed'],
    ['Spreadsheets', 'Formulas known, no lookups', 'Practice with ledgers'],
    ['Written English', 'Clear, but slow', 'Short letters, corrected'],
    ['GST basics', 'Not known', 'The basics, with a test'],
  ],
} as const;

export const gains = [
  {
    title: 'For a candidate',
    text: 'You learn only what you still need, and you know why.',
  },
  {
    title: 'For a company',
    text: 'You see where somebody started and how far they came. That says more than either score alone.',
  },
] as const;
