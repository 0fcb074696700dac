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
  description: `Data Mastery: from a messy sheet to an answer a manager can trust. Excel, SQL, charts and Python, with projects and a certificate. Fee ${fee} including GST.`,
  tag: 'Data Mastery',
  title: 'From a messy sheet to a clear answer',
  lead: 'Every office has data, but few people who can read it. Learn to clean it, question it and show what it says, first in Excel, then with SQL and Python.',
  answers: {
    job: {
      figure: 'Reports and analysis',
      text: 'Four projects to show, a certificate, and introductions to companies that are hiring. We promise help, not a job.',
    },
    start: {
      figure: 'With the next batch',
      text: 'We’ll tell you the date within 48 hours of your application.',
    },
  },
  facts: [
    { value: '4 tools', label: 'Excel, SQL, a dashboard, Python' },
    { value: '4 projects', label: 'One with each tool, for your portfolio' },
    { value: 'From scratch', label: 'No programming needed to begin' },
    { value: fee, label: 'The whole course, GST included' },
  ],
  roadmap: {
    title: 'A roadmap of four stages, each useful on its own',
    intro: 'Stop after any of them and you’ll still have something for your resume.',
    steps: [
      {
        when: 'Stage 1',
        title: 'Excel, properly',
        text: 'Clean columns, lookups and pivot tables. Turn a shop’s sales register into a one-page report.',
      },
      {
        when: 'Stage 2',
        title: 'SQL',
        text: 'Ask a database instead of scrolling. Find out which customers stopped buying, and when.',
      },
      {
        when: 'Stage 3',
        title: 'Charts and dashboards',
        text: 'Which charts to use, and which ones mislead. Build a dashboard that updates automatically.',
      },
      {
        when: 'Stage 4',
        title: 'Python for data',
        text: 'The same work on a million rows, repeated every Monday without you. Then your final project.',
      },
    ],
  },
  syllabus: {
    title: 'What you’ll study',
    intro: 'Tools change, but the questions you ask of data don’t. So they come first.',
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
    title: 'Exam pattern: how you are assessed',
    intro: 'Each stage ends with the kind of task you’d get in your first week at work.',
    lines: [
      { label: 'After stages 1 to 3', value: 'A task and a short test' },
      { label: 'After stage 4', value: 'Final project' },
      { label: 'Test', value: 'Online, on your own phone' },
      { label: 'Project', value: 'Presented to your teacher' },
      { label: 'At the end', value: 'Certificate' },
    ],
  },
  comparison: {
    title: 'Which course suits you?',
    caption: 'Data Mastery compared with our course for remote office work.',
    columns: ['', 'Data Mastery', 'CRM & AI Mastery'],
    rows: [
      ['You like', 'Numbers and patterns', 'People and order'],
      ['You learn', 'Excel, SQL, dashboards, Python', 'CRM software and AI tools'],
      ['Where it leads', 'Reports and analysis', 'Customer care and coordination'],
      ['Open to', 'Everyone', 'Women'],
      ['What you need', 'School mathematics', 'Everyday phone skills'],
    ],
  },
  feeNotes: ['One fee for all four stages, including the certificate.'],
  questions: [
    {
      question: 'Do I need to know programming?',
      answer:
        'No. You start with Excel. Python comes last, and by then you’ll know what you want it to do.',
    },
    {
      question: 'Is a phone enough?',
      answer:
        'For the tests and classes, yes. For the tasks you’ll need a computer; an old one will do.',
    },
    {
      question: 'What does the course cost?',
      answer: `${fee} for all four stages, or by EMI from ${emi} a month. GST is included.`,
    },
    {
      question: 'Will you help me find a job?',
      answer:
        'Yes. We help with your resume and interviews, and introduce you to companies that are hiring.',
    },
    ...paymentQuestions,
  ],
};

export default dataMastery;
