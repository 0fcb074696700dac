/** The Germany job opportunity: the flyer's facts and figures. */

import { formatRupees } from '#web/shared/money.ts';
import type { QuestionAnswer } from '#web/site/parts/accordion.tsx';
import type { LedgerLine } from '#web/site/parts/ledger.tsx';
import type { Step } from '#web/site/parts/steps.tsx';
import { fees } from './course-list.ts';

const fee = formatRupees(fees['Germany Job Placement'].full);

const steps: readonly Step[] = [
  {
    when: 'Today',
    title: 'Send your enquiry',
    text: 'We reply within 48 hours on working days, check your papers, and tell you honestly whether you qualify.',
  },
  {
    when: 'From the first week',
    title: 'German, step by step',
    text: 'A1, then A2, then B1. You speak German from day one.',
  },
  {
    when: 'Alongside the classes',
    title: 'Skill training',
    text: 'Driving a forklift safely, or caring for elderly and sick people, the German way. You get experience certificates.',
  },
  {
    when: '3 to 6 months after the start',
    title: 'Placement',
    text: 'We prepare you for interviews, and help with your contract and visa papers until you leave.',
  },
];

const lines: readonly LedgerLine[] = [
  { label: 'Duration', value: '3 to 6 months' },
  { label: 'German courses', value: 'A1, A2, B1' },
  { label: 'Seats', value: '100' },
  { label: 'Salary', value: '₹1.5 to 2.5 lakh a month' },
];

const questions: readonly QuestionAnswer[] = [
  {
    question: 'Which jobs are open?',
    answer: 'Forklift operators and care takers. We teach the skills for both.',
  },
  {
    question: 'I don’t know any German. Can I apply?',
    answer: 'Yes. The program teaches A1, A2 and B1 from scratch.',
  },
  {
    question: 'How long does it take?',
    answer:
      '3 to 6 months of training, depending on how fast you pick up the language. The visa takes longer.',
  },
  {
    question: 'What does it cost?',
    answer: `${fee} including GST. EMI options are available. Sending this enquiry is free.`,
  },
  {
    question: 'Is the salary guaranteed?',
    answer:
      'Salaries are 1.5 to 2.5 lakh rupees a month before German tax and insurance. Your contract states what you’ll earn. Go through it with us before you sign.',
  },
];

export const germany = {
  name: 'Germany job opportunity',
  description:
    'Forklift operators and care takers needed in Germany: 1.5 to 2.5 lakh rupees a month, German A1 to B1, skill training and placement assistance. 100 enrollments only.',
  tag: 'Germany job opportunity',
  title: 'Forklift operators and care takers needed in Germany',
  lead: 'Learn German and the job here in 3 to 6 months. Work there for 1.5 to 2.5 lakh rupees per month.',
  flyer: {
    jobs: ['Forklift operators', 'Care takers'],
    salary: '₹1.5 to 2.5 lakh',
    salaryNote: 'per month',
    limit: 'Limited to 100 enrollments',
    offers: [
      'German courses A1, A2 and B1',
      'Skill training',
      'Placement assistance',
      'Experience certificates',
      'EMI options',
      'A regional office where you can ask',
    ],
  },
  steps,
  lines,
  questions,
};
