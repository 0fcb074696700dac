/** The US CMA course. Weights of topics as the examining institute publishes them. */

import { formatRupees } from '#web/shared/money.ts';
import { paths } from '#web/shared/paths.ts';
import { type CourseContent, paymentQuestions } from '../course.ts';
import { fees } from '../course-list.ts';

const fee = formatRupees(fees['US CMA'].full);
const emi = formatRupees(fees['US CMA'].monthlyFrom);
const cpaFee = formatRupees(fees['US CPA'].full);
const cpaEmi = formatRupees(fees['US CPA'].monthlyFrom);

const cma: CourseContent = {
  course: 'US CMA',
  path: paths.cma,
  thanks: paths.cmaThanks,
  name: 'US CMA',
  description: `US CMA training in Hyderabad and online: both parts, practice for 100 questions and 2 essays a part, fee ${fee} or EMI from ${emi} a month, GST included.`,
  tag: 'Certified Management Accountant',
  title: 'Become a management accountant in two exams',
  lead: 'US CMA is for commerce graduates and working accountants who want to plan, decide and advise. We take you through both parts, one exam window at a time.',
  answers: {
    job: {
      figure: 'Management accountant',
      text: 'Budgets, costing and analysis in a company’s finance team. We help with your resume and interviews. For the certificate you also need a degree and two years of work.',
    },
    start: {
      figure: '3 windows a year',
      text: 'Jan–Feb, May–Jun or Sep–Oct. Classes begin in the week after you confirm your seat.',
    },
  },
  facts: [
    { value: '2 parts', label: 'You can take them in any order' },
    { value: '360 of 500', label: 'Marks to pass each part' },
    { value: '4 hours', label: 'For each part' },
    { value: '3 windows', label: 'A year, to sit a part' },
  ],
  roadmap: {
    title: 'Your way to US CMA',
    intro: 'Five steps, from your application to a job.',
    steps: [
      {
        when: 'Today',
        title: 'Apply and confirm your seat',
        text: 'Name, phone and email are enough. We answer within 48 hours on working days.',
      },
      {
        when: 'First week',
        title: 'Choose your first window',
        text: 'Jan–Feb, May–Jun or Sep–Oct. We make a study plan that fits it.',
      },
      {
        when: 'First part',
        title: 'Classes and practice papers',
        text: 'First the concepts, then timed questions, then full papers of 4 hours with both essays.',
      },
      {
        when: 'Next window',
        title: 'The second part',
        text: 'Classes and practice papers again. What you learned for the first part helps you here.',
      },
      {
        when: 'Afterwards',
        title: 'Certificate and work',
        text: 'We help with your resume and interviews, and introduce you to companies that hire management accountants.',
      },
    ],
  },
  syllabus: {
    title: 'What you study',
    intro: 'Each part has six subjects. The percentage shows how much of the paper each one is.',
    parts: [
      {
        title: 'Part 1: Financial planning, performance and analytics',
        topics: [
          { name: 'Planning, budgeting and forecasting', weight: 20 },
          { name: 'Performance management', weight: 20 },
          { name: 'External financial reporting decisions', weight: 15 },
          { name: 'Cost management', weight: 15 },
          { name: 'Internal controls', weight: 15 },
          { name: 'Technology and analytics', weight: 15 },
        ],
      },
      {
        title: 'Part 2: Strategic financial management',
        topics: [
          { name: 'Decision analysis', weight: 25 },
          { name: 'Financial statement analysis', weight: 20 },
          { name: 'Corporate finance', weight: 20 },
          { name: 'Professional ethics', weight: 15 },
          { name: 'Risk management', weight: 10 },
          { name: 'Investment decisions', weight: 10 },
        ],
      },
    ],
  },
  exam: {
    title: 'Exam pattern',
    intro: 'Both parts have the same pattern.',
    lines: [
      { label: 'Multiple choice questions', value: '100 in each part' },
      { label: 'Essays', value: '2 in each part' },
      { label: 'Weight of questions and essays', value: '75% and 25%' },
      { label: 'Time', value: '4 hours for each part' },
      { label: 'Pass mark', value: '360 of 500' },
      { label: 'Windows', value: 'Jan–Feb, May–Jun, Sep–Oct' },
    ],
  },
  comparison: {
    title: 'US CMA or US CPA?',
    caption: 'The two courses side by side. Fees include GST.',
    columns: ['', 'US CMA', 'US CPA'],
    rows: [
      ['It is about', 'Planning and deciding inside a company', 'Audit, tax and public reporting'],
      ['Exams', 'Two parts', 'Four sections'],
      ['When', 'Three windows a year', 'All four within 18 months'],
      ['Paper', '100 questions and 2 essays', 'Questions and case simulations'],
      ['Course fee', fee, cpaFee],
      ['EMI from', `${emi} a month`, `${cpaEmi} a month`],
    ],
  },
  feeNotes: [
    'The fee is for our training. What the examining institute charges is paid to the institute.',
  ],
  questions: [
    {
      question: 'Who can take US CMA?',
      answer:
        'Graduates of any subject, and students who are still at college. Commerce helps, but we start each subject from the beginning. For the certificate you also need a degree and two years of work in finance, before or after the exams.',
    },
    {
      question: 'What do I need to pass?',
      answer:
        '360 of 500 in each part. Multiple choice questions count 75 percent and the two essays 25 percent.',
    },
    {
      question: 'When can I sit the exam?',
      answer:
        'In one of three windows a year: January and February, May and June, September and October. You choose the day and the test centre inside the window.',
    },
    {
      question: 'Can I sit both parts in one window?',
      answer:
        'Yes. Most people who work take one part per window, and we plan for that unless you tell us otherwise.',
    },
    {
      question: 'Can I pay in instalments?',
      answer: `Yes. The fee is ${fee}, or by EMI from ${emi} a month. All prices include GST.`,
    },
    ...paymentQuestions,
  ],
};

export default cma;
