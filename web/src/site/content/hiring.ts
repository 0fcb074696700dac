/** Texts for companies: which work they can outsource, and what follows once they have written to us. */
export const afterwards = [
  { title: 'Within 24 hours', text: 'Someone from our team calls you and asks about the post.' },
  {
    title: 'A plan in writing',
    text: 'The exam, the dates, the price. Nothing starts until you agree.',
  },
  {
    title: 'After the exam',
    text: 'You get the score sheets of the best matches, and choose who to meet.',
  },
] as const;

export const outsourcing = {
  caption: 'BPO vs RPO: what’s the difference?',
  columns: ['', 'BPO', 'RPO'],
  rows: [
    ['Stands for', 'Business process outsourcing', 'Recruitment process outsourcing'],
    [
      'You hand over',
      'A piece of daily work, such as accounts or customer calls',
      'Your hiring, from the job description to the first day',
    ],
    ['Who does the work', 'Our people, on your behalf', 'Your own new employees'],
    ['What you get', 'Finished work, every day', 'Tested people, on your own payroll'],
    [
      'A good fit when',
      'The work is repetitive and eats up your time',
      'You’re growing and hire often',
    ],
  ],
} as const;
