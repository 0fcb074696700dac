/** What follows once a company has written. */
export const afterwards = [
  { title: 'Within 24 hours', text: 'A person from our team calls you and asks about the post.' },
  {
    title: 'A plan in writing',
    text: 'The exam, the dates, the price. Nothing begins before you agree.',
  },
  {
    title: 'After the exam',
    text: 'You get the score sheets of those who fit, and choose whom you want to meet.',
  },
] as const;
