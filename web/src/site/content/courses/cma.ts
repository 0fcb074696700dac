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
  lead: 'US CMA is for commerce graduates and working accountants who want a say in how a business is run. We take you through both parts, one exam window at a time.',
  answers: {
    job: {
      figure: 'Management accountant',
      text: 'Budgeting, costing and analysis in a company’s finance team. We help with your resume and interviews. For the certificate you’ll also need a degree and two years’ work experience.',
    },
    start: {
      figure: '3 windows a year',
      text: 'Jan–Feb, May–Jun or Sep–Oct. Classes begin the week after you confirm your seat.',
    },
  },
  facts: [
    { value: '2 parts', label: 'Take them in any order' },
    { value: '360 of 500', label: 'Marks to pass each part' },
    { value: '4 hours', label: 'For each part' },
    { value: '3 windows', label: 'A year to take each part' },
  ],
  roadmap: {
    title: 'Your roadmap to US CMA',
    intro: 'Five steps, from your application to a job.',
    steps: [
      {
        when: 'Today',
        title: 'Apply and confirm your seat',
        text: 'We only need your name, phone and email. We’ll reply within 48 hours on working days.',
      },
      {
        when: 'First week',
        title: 'Choose your first window',
        text: 'Jan–Feb, May–Jun or Sep–Oct. We’ll build a study plan around it.',
      },
      {
        when: 'First part',
        title: 'Classes and practice papers',
        text: 'Concepts first, then timed questions, then full 4-hour papers with both essays.',
      },
      {
        when: 'Next window',
        title: 'The second part',
        text: 'More classes and practice papers. What you learned for the first part will help you here.',
      },
      {
        when: 'Afterwards',
        title: 'Certificate and work',
        text: 'We help with your resume and interviews, and introduce you to companies that hire management accountants.',
      },
    ],
  },
  syllabus: {
    title: 'What you’ll study',
    intro: 'Each part has six subjects. The percentage is each one’s share of the paper.',
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
      ['Focus', 'Planning and decisions inside a company', 'Audit, tax and public reporting'],
      ['Exams', 'Two parts', 'Four sections'],
      ['When', 'Three windows a year', 'All four within 18 months'],
      ['Paper', '100 questions and 2 essays', 'Questions and case simulations'],
      ['Course fee', fee, cpaFee],
      ['EMI from', `${emi} a month`, `${cpaEmi} a month`],
    ],
  },
  feeNotes: [
    'The fee covers our training. You pay the examining institute’s charges directly to the institute.',
  ],
  questions: [
    {
      question: 'Who can take US CMA?',
      answer:
        'Graduates in any subject, and students still in college. Commerce helps, but we start every subject from the basics. For the certificate you’ll also need a degree and two years’ work experience in finance, before or after the exams.',
    },
    {
      question: 'What do I need to pass?',
      answer:
        '360 out of 500 in each part. Multiple choice questions carry 75 percent and the two essays 25 percent.',
    },
    {
      question: 'When can I take the exam?',
      answer:
        'In one of three windows a year: January–February, May–June and September–October. You choose the day and test centre within the window.',
    },
    {
      question: 'Can I take both parts in one window?',
      answer:
        'Yes. Most working people take one part per window, and we plan for that unless you tell us otherwise.',
    },
    {
      question: 'Can I pay in instalments?',
      answer: `Yes. The fee is ${fee}, or by EMI from ${emi} a month. All prices include GST.`,
    },
    ...paymentQuestions,
  ],
};

export default cma;
