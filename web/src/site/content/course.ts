/** The content of a course page, part by part. Each course fills it in a file of its own in courses/. */
import { type Course, courseAmounts } from '#contract/site/courses.ts';
import { formatRupeesInFull } from '#web/shared/money.ts';
import type { QuestionAnswer } from '#web/site/parts/accordion.tsx';
import type { LedgerLine } from '#web/site/parts/ledger.tsx';
import type { Step } from '#web/site/parts/steps.tsx';

export interface CourseContent {
  /** The name of the course in an application. */
  course: SeatCourse;
  path: string;
  /** Address of the page for those who have applied. */
  thanks: string;
  /** A short name, as in navigation. */
  name: string;
  /** For search results. */
  description: string;
  tag: string;
  title: string;
  lead: string;
  /** Answers to what everyone asks first. The fee is in course-list.ts. */
  answers: { job: Answer; start: Answer };
  /** Four facts, right under the opening. */
  facts: readonly LedgerLine[];
  roadmap: { title: string; intro: string; steps: readonly Step[] };
  syllabus: { title: string; intro: string; parts: readonly SyllabusPart[] };
  exam: { title: string; intro: string; lines: readonly LedgerLine[] };
  comparison: {
    title: string;
    caption: string;
    columns: readonly string[];
    rows: readonly (readonly string[])[];
  };
  feeNotes: readonly string[];
  questions: readonly QuestionAnswer[];
}

interface Answer {
  figure: string;
  text: string;
}

export interface SyllabusPart {
  title: string;
  /** Weight is a share of the paper in percent, where it is fixed. */
  topics: readonly { name: string; weight?: number }[];
}

/** What the payment box says about a course's seat. */
interface Seat {
  date: string;
  time: string;
}

export const seats = {
  'US CMA': { date: 'In the window you choose', time: '4 hours for each part' },
  'US CPA': { date: 'The day you book for each section', time: 'The slot you book' },
  'CRM & AI Mastery': { date: '100 days from day one', time: 'As agreed with you' },
  'Data Mastery': { date: 'The start of your batch', time: 'As agreed with you' },
} as const satisfies Partial<Record<Course, Seat>>;

/** A course with a seat to pay for. */
type SeatCourse = keyof typeof seats;

// What everyone asks before paying, the same for every course.

/** The seat confirmation, the same for every course that has one. */
const seat = formatRupeesInFull(courseAmounts['US CMA']);

export const paymentQuestions: readonly QuestionAnswer[] = [
  {
    question: 'What is the seat confirmation?',
    answer: `It’s a payment of ${seat} that holds your seat, and it’s part of the course fee. You pay it online after you apply, and get a tax receipt.`,
  },
  {
    question: 'Can I get a refund?',
    answer:
      'Yes, if there’s a technical failure or a duplicate payment, or if we cancel. Ask within 24 hours. We decide within 7 working days and refund the amount less GST and transaction charges. See the refund policy for details.',
  },
];
