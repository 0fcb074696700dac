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
  title: 'Ready to work from home in 100 days',
  lead: 'CRM & AI Mastery is for women who want a first job, a job after a break, or a job without the commute. Learn the tools companies use to look after their customers, and how to let AI handle the routine work.',
  answers: {
    job: {
      figure: '100% placement',
      text: 'We keep introducing you to companies until you are placed. The company that hires you decides the pay and the hours.',
    },
    start: {
      figure: 'With the next batch',
      text: 'We’ll tell you the date within 48 hours of your application.',
    },
  },
  facts: [
    { value: '100 days', label: 'From the first class to the last' },
    { value: '100%', label: 'Placement' },
    { value: 'Remote', label: 'You learn to work from home' },
    { value: fee, label: 'The whole course, GST included' },
  ],
  roadmap: {
    title: 'Your roadmap for 100 days',
    intro: 'Five parts, with practice in each.',
    steps: [
      {
        when: 'Days 1 to 15',
        title: 'Office tools',
        text: 'Email, calendar, spreadsheets and video calls, and how to write messages people reply to.',
      },
      {
        when: 'Days 16 to 45',
        title: 'Customers and CRM',
        text: 'Leads, follow-ups, tickets and reports, on the kind of software companies use.',
      },
      {
        when: 'Days 46 to 70',
        title: 'AI as your helper',
        text: 'Drafts, summaries and clean data in minutes. How to ask, how to check, and what never to paste.',
      },
      {
        when: 'Days 71 to 90',
        title: 'Practise a real job',
        text: 'Look after the customers of a made-up company, alone and in a team.',
      },
      {
        when: 'Days 91 to 100',
        title: 'Into work',
        text: 'Resume, profile, mock interviews, and interviews with companies hiring for remote work.',
      },
    ],
  },
  syllabus: {
    title: 'What you’ll be able to do',
    intro: 'Three skills you’ll see in job ad after job ad.',
    parts: [
      {
        title: 'CRM',
        topics: [
          { name: 'Leads, pipelines and follow-ups' },
          { name: 'Tickets and complaints' },
          { name: 'Reports managers actually read' },
        ],
      },
      {
        title: 'AI',
        topics: [
          { name: 'Asking well, and checking the answers' },
          { name: 'Emails, notes and summaries' },
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
    title: 'Exam pattern: how you are assessed',
    intro: 'No long theory paper. Show what you can do, and get a certificate that says so.',
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
    caption: 'Two ways to learn the same things.',
    columns: ['', 'Remote Ready Women', 'Videos on your own'],
    rows: [
      ['Order', 'A plan for 100 days', 'Whatever you happen to find'],
      ['Practice', 'Tasks on CRM software, checked by a teacher', 'Watching others do it'],
      ['Questions', 'A teacher answers them in class', 'In the comments'],
      ['Proof', 'A certificate and a project to show', 'None'],
      ['Work', '100% placement', 'You look for it yourself'],
    ],
  },
  feeNotes: ['One fee for the whole course, including certificate and placement.'],
  questions: [
    {
      question: 'I haven’t worked for years. Is this for me?',
      answer:
        'Yes. It’s designed for beginners and for women returning after a break. If you can use a phone and write an email, you can keep up.',
    },
    {
      question: 'What do I need at home?',
      answer:
        'A computer, headphones, and an internet connection that can handle a video call. A desk of your own helps more than a fast computer.',
    },
    {
      question: 'What does 100% placement mean?',
      answer:
        'If you attend the classes, submit the project and take the interviews, we keep introducing you to companies until you are placed. The company that hires you decides the pay and the hours.',
    },
    {
      question: 'Can I miss a class?',
      answer:
        'Just tell us when you can’t make it. We’ll tell you what you missed, and you can ask about it in the next class.',
    },
    {
      question: 'What does it cost?',
      answer: `${fee} for the whole course, GST included. There’s nothing more to pay.`,
    },
    ...paymentQuestions,
  ],
};

export default women;
