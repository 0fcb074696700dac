/** The US CPA course. */

import { formatRupees } from '#web/shared/money.ts';
import { paths } from '#web/shared/paths.ts';
import { type CourseContent, paymentQuestions } from '../course.ts';
import { fees } from '../course-list.ts';

const fee = formatRupees(fees['US CPA'].full);
const emi = formatRupees(fees['US CPA'].monthlyFrom);
const cmaFee = formatRupees(fees['US CMA'].full);
const cmaEmi = formatRupees(fees['US CMA'].monthlyFrom);

const cpa: CourseContent = {
  course: 'US CPA',
  path: paths.cpa,
  thanks: paths.cpaThanks,
  name: 'US CPA',
  description: `US CPA training: four sections inside an 18-month window, with a plan for each and 30 days between retakes. Fee ${fee} or EMI from ${emi} a month, GST included.`,
  tag: 'Certified Public Accountant',
  title: 'Four sections, eighteen months, one plan',
  lead: 'US CPA opens audit, tax and reporting work for American companies, from India or abroad. You must pass all four sections within 18 months, so we plan each month with you.',
  answers: {
    job: {
      figure: 'Audit, tax, reporting',
      text: 'For American companies, from India or abroad. First we check that your degree qualifies, then we help with your resume and interviews.',
    },
    start: {
      figure: 'Any month',
      text: 'Classes begin when you join. The 18 months begin when you pass your first section.',
    },
  },
  facts: [
    { value: '4 sections', label: 'Three core sections, one you choose' },
    { value: '18 months', label: 'To pass all four' },
    { value: '30 days', label: 'Wait before you retake a section' },
    { value: emi, label: 'Lowest EMI, per month' },
  ],
  roadmap: {
    title: 'Your roadmap, month by month',
    intro:
      'We count from your first class. The 18 months for all four sections begin later, when you pass the first one, so there is time to spare.',
    steps: [
      {
        when: 'Before you start',
        title: 'Check your eligibility',
        text: 'Every American state has its own rules on degrees. We go through your marksheets and tell you which state suits you.',
      },
      {
        when: 'Months 1 to 5',
        title: 'Financial accounting and reporting',
        text: 'We start with the longest section, because the others build on it.',
      },
      {
        when: 'Months 6 to 9',
        title: 'Auditing and attestation',
        text: 'How auditors collect evidence, judge it and report on it. Many short cases.',
      },
      {
        when: 'Months 10 to 13',
        title: 'Taxation and regulation',
        text: 'American tax and business law, from the basics.',
      },
      {
        when: 'Months 14 to 16',
        title: 'The section you choose',
        text: 'Analysis and reporting, information systems, or tax planning. Choose the one closest to the job you want.',
      },
      {
        when: 'Months 17 and 18',
        title: 'Time to spare',
        text: 'Kept free, in case you need a retake.',
      },
    ],
  },
  syllabus: {
    title: 'The four sections',
    intro: 'Three are the same for everyone. For the fourth, you choose one of three subjects.',
    parts: [
      {
        title: 'For everyone',
        topics: [
          { name: 'Financial accounting and reporting (FAR)' },
          { name: 'Auditing and attestation (AUD)' },
          { name: 'Taxation and regulation (REG)' },
        ],
      },
      {
        title: 'One of these',
        topics: [
          { name: 'Business analysis and reporting (BAR)' },
          { name: 'Information systems and controls (ISC)' },
          { name: 'Tax compliance and planning (TCP)' },
        ],
      },
    ],
  },
  exam: {
    title: 'Exam pattern',
    intro: 'Each section is a separate exam, on a day you book.',
    lines: [
      { label: 'Sections', value: '4' },
      { label: 'Window for all four', value: '18 months' },
      { label: 'Wait before a retake', value: '30 days' },
      { label: 'Question types', value: 'Questions and case simulations' },
      { label: 'Where', value: 'Test centres, India included' },
      { label: 'Order', value: 'Your choice' },
    ],
  },
  comparison: {
    title: 'US CPA or US CMA?',
    caption: 'The two courses side by side. Fees include GST.',
    columns: ['', 'US CPA', 'US CMA'],
    rows: [
      ['Focus', 'Audit, tax and public reporting', 'Planning and decisions inside a company'],
      [
        'You work for',
        'Audit firms, tax practices, shared service centres',
        'Finance teams of companies',
      ],
      ['Exams', 'Four sections', 'Two parts'],
      ['When', 'All four within 18 months', 'Three windows a year'],
      ['Course fee', fee, cmaFee],
      ['EMI from', `${emi} a month`, `${cmaEmi} a month`],
    ],
  },
  feeNotes: [
    'The fee covers our training in all four sections. You pay exam and licence charges directly to the American boards.',
  ],
  questions: [
    {
      question: 'What is the 18-month window?',
      answer:
        'You must pass all four sections within 18 months. If you run over, you have to take the first section again. That’s why our plan leaves you time to spare.',
    },
    {
      question: 'I failed a section. What now?',
      answer:
        'You can retake the same section after 30 days. We use that time to work on your weak topics. The sections you’ve passed stay passed.',
    },
    {
      question: 'Can I take US CPA with an Indian degree?',
      answer:
        'Often, yes. It depends on your degree and the American state, so we check your marksheets before you pay the course fee.',
    },
    {
      question: 'Do I have to travel to America?',
      answer: 'No. You can take the exams at test centres in India.',
    },
    {
      question: 'Can I pay in instalments?',
      answer: `Yes. The fee is ${fee}, or by EMI from ${emi} a month. All prices include GST.`,
    },
    ...paymentQuestions,
  ],
};

export default cpa;
