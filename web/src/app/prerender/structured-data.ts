/**
 * What search engines read about a page beside its text (schema.org as JSON-LD): only what is true and also on the
 * page.
 */
import type { Course } from '#contract/site/courses.ts';
import type { Exam } from '#contract/wire/exams.ts';
import { previewDescription } from '#web/shared/exam/describe-exam.ts';
import { madeBrand } from '#web/shared/known-brand.ts';
import { paths } from '#web/shared/paths.ts';
import type { CourseContent } from '#web/site/content/course.ts';
import { type Fee, fees, trailAbove } from '#web/site/content/course-list.ts';
import cma from '#web/site/content/courses/cma.ts';
import cpa from '#web/site/content/courses/cpa.ts';
import dataMastery from '#web/site/content/courses/data-mastery.ts';
import women from '#web/site/content/courses/women.ts';
import { germany } from '#web/site/content/germany.ts';
import pricing from '#web/site/content/legal/pricing.ts';
import privacy from '#web/site/content/legal/privacy.ts';
import refunds from '#web/site/content/legal/refunds.ts';
import terms from '#web/site/content/legal/terms.ts';
import type { QuestionAnswer } from '#web/site/parts/accordion.tsx';
import { footerNavigation, topNavigation } from '../layouts/site-nav.ts';

const SCHEMA = { '@context': 'https://schema.org' };

type CourseFacts = Pick<CourseContent, 'path' | 'name' | 'description' | 'questions'> & {
  course: Course;
};

const courses: readonly CourseFacts[] = [
  cma,
  cpa,
  women,
  dataMastery,
  { ...germany, course: 'Germany Job Placement', path: paths.germany },
];

/** Pages for which only the trail of links above them is given, with their names in it. */
const named: Readonly<Record<string, string>> = {
  [paths.exploreCourses]: 'Courses',
  [paths.terms]: terms.title,
  [paths.privacy]: privacy.title,
  [paths.refunds]: refunds.title,
  [paths.pricing]: pricing.title,
};

/** @param origin the site's own address, without a slash at the end */
export function structuredData(path: string, origin: string): readonly object[] {
  if (path === paths.home) return [organization(origin)];
  const course = courses.find((each) => each.path === path);
  if (course) {
    return [
      courseOffer(course, origin),
      questionPage(course.questions),
      trail(path, course.name, origin),
    ];
  }
  const name = named[path] ?? labelOf(path);
  return name ? [trail(path, name, origin)] : [];
}

/** The exams of the grid as events for search engines: when, how long, for how much, and that they are held online. */
export function examData(path: string, exams: readonly Exam[], origin: string): readonly object[] {
  const open = exams.filter(({ status }) => status === 'Active');
  if (path !== paths.onlineAssessment || open.length === 0) return [];
  const list = {
    ...SCHEMA,
    '@type': 'ItemList',
    itemListElement: open.map((exam, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: examEvent(exam, origin),
    })),
  };
  return [list];
}

function examEvent(exam: Exam, origin: string): object {
  const url = `${origin}${paths.onlineAssessment}`;
  return {
    '@type': 'EducationEvent',
    name: exam.name,
    description: previewDescription(exam.description),
    startDate: exam.startDate,
    duration: `PT${exam.duration}M`,
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'VirtualLocation', url },
    organizer: { '@type': 'Organization', name: madeBrand().name, url: `${origin}/` },
    offers: { '@type': 'Offer', price: exam.price, priceCurrency: 'INR', url },
  };
}

/** The label of a page in the navigation. */
function labelOf(path: string): string | undefined {
  const entries = [...topNavigation, ...footerNavigation];
  const links = entries.flatMap((entry) => ('links' in entry ? entry.links : [entry]));
  return links.find(({ to }) => to === path)?.label;
}

function organization(origin: string): object {
  const brand = madeBrand();
  return {
    ...SCHEMA,
    '@type': 'Organization',
    name: brand.name,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    description: brand.line,
    email: brand.email,
    telephone: brand.phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: brand.address.slice(0, -1).join(', '),
      addressLocality: brand.city,
      addressCountry: 'IN',
    },
  };
}

function courseOffer({ course, path, name, description }: CourseFacts, origin: string): object {
  const { full }: Fee = fees[course];
  return {
    ...SCHEMA,
    '@type': 'Course',
    name,
    description,
    url: `${origin}${path}`,
    provider: { '@type': 'Organization', name: madeBrand().name, url: `${origin}/` },
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      price: full,
      priceCurrency: 'INR',
      url: `${origin}${path}#apply`,
    },
  };
}

function questionPage(questions: readonly QuestionAnswer[]): object {
  return {
    ...SCHEMA,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

function trail(path: string, name: string, origin: string): object {
  const stops = [...trailAbove(path), { to: path, label: name }];
  return {
    ...SCHEMA,
    '@type': 'BreadcrumbList',
    itemListElement: stops.map(({ to, label }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: `${origin}${to}`,
    })),
  };
}
