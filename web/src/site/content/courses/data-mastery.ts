/** The Data Mastery course; its content is the sample brand's own. */

import { formatRupees } from '#web/shared/money.ts';
import { paths } from '#web/shared/paths.ts';
import { type CourseContent, paymentQuestions } from '../course.ts';
import { fees } from '../course-list.ts';

const fee = formatRupees(fees['Data Mastery'].full);
const emi = formatRupees(fees['Data Mastery'].monthlyFrom);

const dataMastery: CourseContent = {
  course: 'Data Mastery',
  path: paths.dataMastery,
  thanks: `${paths.dataMastery}#pay`,
  name: 'Data Mastery',
  description: `Data Mastery: from a messy sheet to an answer that a manager trusts. Excel, SQL, charts and Python, with projects and a certificate. Fee ${fee} including GST.`,
  tag: 'Data Mastery',
  title: 'From a messy sheet to a clear answer',
  lead: 'Every office has data and few people who can read it. You learn to clean it, ask it questions and show what it says, first in Excel, then with SQL and Python.',
  answers: {
    job: {
      figure: 'Reports and analysis',
      text: 'Four projects to show, a certificate, and introductions to companies that hire. We promise help, not a job.',
    },
    start: {
      figure: 'With the next batch',
      text: 'We tell you the date within 48 hours of your application.',
    },
  },
  facts: [
    { value: '4 tools', label: 'Excel, SQL, a dashboard, Python' },
    { value: '4 projects', label: 'One with each tool, yours to show' },
    { value: 'From zero', label: 'No programming needed to begin' },
    { value: fee, label: 'The whole course, GST included' },
  ],
  roadmap: {
    title: 'Four stages, each one useful on its own',
    intro: 'You could stop after any of them and have something for your resume.',
    steps: [
      {
        when: 'Stage 1',
        title: 'Excel, properly',
        text: 'Clean columns, lookups, pivot tables. You turn a shop’s sales register into a one-page report.',
      },
      {
        when: 'Stage 2',
        title: 'SQL',
        text: 'You ask a database instead of scrolling. You find out which customers stopped buying, and since when.',
      },
      {
        when: 'Stage 3',
        title: 'Charts and dashboards',
        text: 'Which chart to use, and which ones mislead. You build a dashboard that updates automatically.',
      },
      {
        when: 'Stage 4',
        title: 'Python for data',
        text: 'The same work on a million rows, repeated every Monday without you. Then your final project.',
      },
    ],
  },
  syllabus: {
    title: 'What you study',
    intro: 'Tools change. The questions you ask of data stay the same, so they come first.',
    parts: [
      {
        title: 'Thinking with data',
        topics: [
          { name: 'What is the question, and what would answer it' },
          { name: 'Averages, spread and chance' },
          { name: 'Samples, and how they mislead' },
        ],
      },
      {
        title: 'Sheets and databases',
        topics: [
          { name: 'Cleaning and checking' },
          { name: 'Lookups and pivot tables' },
          { name: 'SQL: select, join, group' },
        ],
      },
      {
        title: 'Showing and repeating',
        topics: [
          { name: 'Charts that are honest' },
          { name: 'Dashboards' },
          { name: 'Python: reading, joining, plotting' },
        ],
      },
    ],
  },
  exam: {
    title: 'How you are assessed',
    intro: 'Each stage ends with a task like one you would get in your first week at work.',
    lines: [
      { label: 'After stages 1 to 3', value: 'A task and a short test' },
      { label: 'After stage 4', value: 'Final project' },
      { label: 'Test', value: 'Online, on your own phone' },
      { label: 'Project', value: 'Presented to your teacher' },
      { label: 'At the end', value: 'Certificate' },
    ],
  },
  comparison: {
    title: 'Which course for which work?',
    caption: 'Data Mastery beside our course for remote office work.',
    columns: ['', 'Data Mastery', 'CRM & AI Mastery'],
    rows: [
      ['You like', 'Numbers and patterns', 'People and order'],
      ['You learn', 'Excel, SQL, dashboards, Python', 'CRM software and AI tools'],
      ['Work afterwards', 'Reports and analysis', 'Customer care and coordination'],
      ['Open to', 'Everyone', 'Women'],
      ['To begin', 'School mathematics', 'Everyday use of a phone'],
    ],
  },
  feeNotes: ['One fee for all four stages, with the certificate.'],
  questions: [
    {
      question: 'Do I need to know programming?',
      answer:
        'No. You begin with Excel. Python comes last, and by then you know what you want it to do.',
    },
    {
      question: 'Is a phone enough?',
      answer:
        'For the tests and for watching classes, yes. For the tasks you need a computer; an old one will do.',
    },
    {
      question: 'What does the course cost?',
      answer: `${fee} for all four stages, or by EMI from ${emi} a month. GST is included.`,
    },
    {
      question: 'Will you help me find a job?',
      answer:
        'Yes. We help with your resume and interviews and introduce you to companies that hire.',
    },
    ...paymentQuestions,
  ],
};

export default dataMastery;
