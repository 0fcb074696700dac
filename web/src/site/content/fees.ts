/**
 * What is charged, in rupees, GST included: change a fee here and it changes on every page. What is paid with
 * an application is what the server charges (contract/site/courses.ts).
 */
import { type Course, courseAmounts } from '#contract/site/courses.ts';

export interface Fee {
  /** The whole course. */
  full: number;
  /** The smallest monthly instalment. */
  monthlyFrom?: number;
}

export const fees = {
  'US CMA': { full: 50_000, monthlyFrom: 5_000 },
  'US CPA': { full: 150_000, monthlyFrom: 20_000 },
  'CRM & AI Mastery': { full: 10_000 },
  'Data Mastery': { full: 20_000, monthlyFrom: 2_500 },
  'Germany Job Placement': { full: courseAmounts['Germany Job Placement'] },
} as const satisfies Record<Course, Fee>;

/** Examinations: the lowest and the highest fee, and that of the virtual assistant exam. */
export const examFees = { from: 300, to: 500, virtualAssistant: 500 };
