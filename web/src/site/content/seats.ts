/** What the payment box says of a course's seat. */
import type { Course } from '#contract/site/courses.ts';

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
export type SeatCourse = keyof typeof seats;
