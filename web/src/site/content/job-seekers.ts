/** Ways in for somebody who looks for work, each with the page that leads on. */
import { paths } from '#web/shared/paths.ts';

export const ways = [
  {
    kind: 'Assessment',
    title: 'Get hired',
    text: 'Register and sit one exam on your phone. Pass, and you get 3 to 6 weeks of free training and meet companies that hire.',
    to: paths.signIn,
    label: 'Get Hired',
  },
  {
    kind: 'Abroad',
    title: 'Work in Germany',
    text: 'Forklift operators and care takers are needed. Language courses from A1 to B1, skill training and help with the placement.',
    to: paths.germany,
    label: 'See the program',
  },
  {
    kind: 'Course',
    title: 'US CMA',
    text: 'Management accounting with a qualification that companies know in many countries. Two parts, three exam windows a year.',
    to: paths.cma,
    label: 'See the course',
  },
  {
    kind: 'Course',
    title: 'US CPA',
    text: 'The licence of American accountants, for graduates who want to work with companies in the United States.',
    to: paths.cpa,
    label: 'See the course',
  },
  {
    kind: 'Course',
    title: 'Remote Ready Women',
    text: 'CRM and AI in 100 days, for women who want to work from home.',
    to: paths.remoteReadyWomen,
    label: 'See the course',
  },
] as const;

export const seekerFacts = [
  {
    title: 'What it costs',
    text: 'An exam costs ₹300 to ₹500, GST included. The training after it is free. Courses have their own fees, shown on their pages.',
  },
  {
    title: 'What you need',
    text: 'A phone with a camera, and about one quiet hour. If the network drops, carry on.',
  },
  {
    title: 'What we never ask',
    text: 'No money for an interview, no deposit for a job, no original certificates by post.',
  },
] as const;
