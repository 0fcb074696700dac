/** How the provider works with a company, from the first call to after the joining. */
export const companySteps = [
  {
    title: 'A talk about the work',
    text: 'Half an hour about the post: what a good day looks like, and what must never happen.',
  },
  {
    title: 'A paper for the post',
    text: 'We choose sections and weights for the exam. You see them before any candidate does.',
  },
  {
    title: 'The exam',
    text: 'Candidates sit it on their phones on the same day. The result is there in the evening.',
  },
  {
    title: 'Training where it pays',
    text: 'Those who passed are trained for 3–6 weeks, free for them, on what your work needs.',
  },
  {
    title: 'Interviews',
    text: 'You meet the few who fit best. Their score sheets are on your table.',
  },
  {
    title: 'Joining, and the weeks after',
    text: 'We look after papers and dates, and call both sides after the first week and the first month.',
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
    ['The first month', 'Tell us how it goes', 'Call, listen, put things right'],
  ],
} as const;
