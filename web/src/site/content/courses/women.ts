/** Remote Ready Women: the course in CRM and AI. */

import { formatRupees } from '#web/shared/money.ts';
import { paths } from '#web/shared/paths.ts';
import { type CourseContent, paymentQuestions } from '../course.ts';
import { fees } from '../course-list.ts';

const fee = formatRupees(fees['CRM & AI Mastery'].full);

const women: CourseContent = {
  course: 'CRM & AI Mastery',
  path: paths.remoteReadyWomen,
  thanks: paths.womenThanks,
  name: 'Remote Ready Women',
  description: `CRM & AI Mastery for women who want to work from home: 100 days, practice on CRM software and AI tools, 100% placement. Fee ${fee} including GST.`,
  tag: 'Remote Ready Women',
  title: 'In 100 days, ready for a job from home',
  lead: 'CRM & AI Mastery is for women who want a first job, a job after a break, or a job without travelling. You learn the tools that companies use to look after customers, and how AI can do the routine work.',
  answers: {
    job: {
      figure: '100% placement',
      text: 'We keep introducing you to companies until you are placed. The company that hires you decides the pay and the hours.',
    },
    start: {
      figure: 'With the next batch',
      text: 'We tell you the date within 48 hours of your application.',
    },
  },
  facts: [
    { value: '100 days', label: 'From the first class to the last' },
    { value: '100%', label: 'Placement' },
    { value: 'Remote', label: 'You learn to work from home' },
    { value: fee, label: 'The whole course, GST included' },
  ],
  roadmap: {
    title: 'Your 100 days',
    intro: 'Five parts, with practice in each.',
    steps: [
      {
        when: 'Days 1 to 15',
        title: 'Office tools',
        text: 'Email, calendar, spreadsheets and video calls, and how to write so that people answer.',
      },
      {
        when: 'Days 16 to 45',
        title: 'Customers and CRM',
        text: 'Leads, follow-ups, tickets and reports, on the kind of software that companies use.',
      },
      {
        when: 'Days 46 to 70',
        title: 'AI as your helper',
        text: 'Drafts, summaries and clean data in minutes. How to ask, how to check, and what you must never paste.',
      },
      {
        when: 'Days 71 to 90',
        title: 'Practise a real job',
        text: 'You look after the customers of a made-up company, alone and in a team.',
      },
      {
        when: 'Days 91 to 100',
        title: 'Into work',
        text: 'Resume, profile, mock interviews, and interviews with companies that hire for remote work.',
      },
    ],
  },
  syllabus: {
    title: 'What you can do afterwards',
    intro: 'Three skills that many job advertisements ask for.',
    parts: [
      {
        title: 'CRM',
        topics: [
          { name: 'Leads, pipelines and follow-ups' },
          { name: 'Tickets and complaints' },
          { name: 'Reports that a manager reads' },
        ],
      },
      {
        title: 'AI',
        topics: [
          { name: 'Asking well, and checking what comes back' },
          { name: 'Mail, notes and summaries' },
          { name: 'Simple automation without programming' },
          { name: 'Privacy: what stays out of a chat' },
        ],
      },
      {
        title: 'Working remotely',
        topics: [
          { name: 'Calls and written English' },
          { name: 'Planning a day at home' },
          { name: 'Offers, contracts and safe payment' },
        ],
      },
    ],
  },
  exam: {
    title: 'How you are assessed',
    intro: 'No long theory paper. You show what you can do, and get a certificate that says so.',
    lines: [
      { label: 'Length of the course', value: '100 days' },
      { label: 'CRM', value: 'One practical task' },
      { label: 'AI', value: 'One practical task' },
      { label: 'Final project', value: 'Days 71 to 90' },
      { label: 'Interview practice', value: 'Days 91 to 100' },
      { label: 'At the end', value: 'Certificate and placement' },
    ],
  },
  comparison: {
    title: 'With us, or on your own?',
    caption: 'Learning the same things in two ways.',
    columns: ['', 'Remote Ready Women', 'Videos on your own'],
    rows: [
      ['Order', 'A plan for 100 days', 'What you happen to find'],
      ['Practice', 'Tasks on CRM software, checked by a teacher', 'Watching others do it'],
      ['Questions', 'Asked in class, answered by a teacher', 'In the comments'],
      ['Proof', 'Certificate and a project to show', 'None'],
      ['Work', '100% placement', 'You search yourself'],
    ],
  },
  feeNotes: ['One fee for the whole course, with certificate and placement.'],
  questions: [
    {
      question: 'I have not worked for years. Is this for me?',
      answer:
        'Yes. It is made for women who return after a break, and for beginners. If you can use a phone and write an email, you can follow it.',
    },
    {
      question: 'What do I need at home?',
      answer:
        'A computer, headphones, and an internet connection that carries a video call. A table of your own helps more than a fast computer.',
    },
    {
      question: 'What does 100% placement mean?',
      answer:
        'If you attend the classes, submit the project and take the interviews, we keep introducing you to companies until you are placed. The company that hires you decides the pay and the hours.',
    },
    {
      question: 'Can I miss a class?',
      answer:
        'Tell us when you can’t come. We say what you missed, and you can ask about it in the next class.',
    },
    {
      question: 'What does it cost?',
      answer: `${fee} for the whole course, GST included. There is nothing more to pay.`,
    },
    ...paymentQuestions,
  ],
};

export default women;
