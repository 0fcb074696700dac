/** The list of courses, for the page that links to them. */
import { type Course, courseAmounts } from '#contract/site/courses.ts';
import { paths } from '#web/shared/paths.ts';

export interface ListedCourse {
  course: Course;
  path: string;
  name: string;
  line: string;
  /** How long, or how often. */
  span: string;
}

export const courseList: readonly ListedCourse[] = [
  {
    course: 'Germany Job Placement',
    path: paths.germany,
    name: 'Germany job opportunity',
    line: 'Learn German and the job, then start as a forklift operator or care taker in Germany.',
    span: '3 to 6 months, 100 seats',
  },
  {
    course: 'US CMA',
    path: paths.cma,
    name: 'US CMA',
    line: 'Management accounting, for people who plan and make decisions inside a company.',
    span: 'Two parts, three windows a year',
  },
  {
    course: 'US CPA',
    path: paths.cpa,
    name: 'US CPA',
    line: 'Audit, tax and reporting for American companies, from India or abroad.',
    span: 'Four sections within 18 months',
  },
  {
    course: 'CRM & AI Mastery',
    path: paths.remoteReadyWomen,
    name: 'Remote Ready Women',
    line: 'CRM and AI tools for women who want to work from home, with 100% placement.',
    span: '100 days',
  },
  {
    course: 'Data Mastery',
    path: paths.dataMastery,
    name: 'Data Mastery',
    line: 'Excel, SQL, dashboards and Python: from a messy sheet to a clear answer.',
    span: 'Four stages',
  },
];

/** A page that stands above another, for the trail on the page and for search engines. */
interface Above {
  to: string;
  label: string;
}

const home: Above = { to: paths.home, label: 'Home' };
const courses: Above = { to: paths.exploreCourses, label: 'Courses' };

/** @returns the pages above, from the front page down */
export function trailAbove(path: string): readonly Above[] {
  return courseList.some((course) => course.path === path) ? [home, courses] : [home];
}

// Fees in rupees, GST included: a fee that is changed here changes on every page. The amount paid with an application
// is the one that the server charges (contract/site/courses.ts).

export interface Fee {
  /** The fee for the whole course. */
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
