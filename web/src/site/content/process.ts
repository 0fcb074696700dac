/** How the provider works with a company, from the first call to after the joining. */
export const companySteps = [
  {
    title: 'We talk about the work',
    text: 'What the person will do each day, and what must never go wrong.',
  },
  {
    title: 'A paper for the post',
    text: 'We choose sections and weights for the exam. You see them before any candidate does.',
  },
  {
    title: 'The exam',
    text: 'Candidates sit it on their own phones. You see the scores section by section.',
  },
  {
    title: 'Training where it pays',
    text: 'Those who pass get 3 to 6 weeks of training. They pay nothing for it.',
  },
  {
    title: 'Interviews',
    text: 'You meet the few who fit best. You have their score sheets.',
  },
  {
    title: 'Joining, and the weeks after',
    text: 'We look after the paperwork and the dates, and stay in touch with both sides.',
  },
] as const;

export const duties = {
  caption: 'Who does what',
  columns: ['Step', 'Your part', 'Our part'],
  rows: [
    ['The post', 'Describe the work', 'Write the job description'],
    ['The exam', 'Agree the sections', 'Set, run and mark it'],
    ['The training', 'Send one real example of the work', 'Teach it'],
    ['The choice', 'Interview and decide', 'Prepare both sides'],
    ['The first weeks', 'Tell us how it goes', 'Listen, and put things right'],
  ],
} as const;
