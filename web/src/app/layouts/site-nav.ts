/**
 * The links of the top navigation and the footer. A page is listed here once it exists; a group opens as a menu in the
 * top navigation.
 */
import { paths } from '#web/shared/paths.ts';

export interface NavLink {
  label: string;
  to: string;
}

export interface NavGroup {
  label: string;
  links: readonly NavLink[];
}

export type NavEntry = NavLink | NavGroup;

export const topNavigation: readonly NavEntry[] = [
  { label: 'Home', to: paths.home },
  {
    label: 'Services',
    links: [
      { label: 'For companies', to: paths.forCompanies },
      { label: 'For job seekers', to: paths.forJobSeekers },
      { label: 'For employers', to: paths.forEmployers },
    ],
  },
  {
    label: 'Courses',
    links: [
      { label: 'Germany', to: paths.germany },
      { label: 'US CMA', to: paths.cma },
      { label: 'US CPA', to: paths.cpa },
      { label: 'Remote Ready Women', to: paths.remoteReadyWomen },
    ],
  },
  { label: 'Expertise', to: paths.expertise },
  { label: 'Online Assessment', to: paths.onlineAssessment },
  { label: 'Process', to: paths.process },
  { label: 'A & B', to: paths.assessBuild },
  { label: 'Partners', to: paths.partners },
  { label: 'Results', to: paths.results },
];

export const getHired: NavLink = { label: 'Get Hired', to: paths.signIn };

export const footerNavigation: readonly NavGroup[] = [
  {
    label: 'Company',
    links: [
      { label: 'Services', to: paths.services },
      { label: 'Expertise', to: paths.expertise },
      { label: 'Process', to: paths.process },
      { label: 'A & B', to: paths.assessBuild },
      { label: 'Partners', to: paths.partners },
      { label: 'Start hiring', to: paths.startHiring },
    ],
  },
  {
    label: 'Candidates',
    links: [
      { label: 'Online Assessment', to: paths.onlineAssessment },
      { label: 'Courses', to: paths.exploreCourses },
      { label: 'Register', to: paths.register },
      { label: 'Sign in', to: paths.signIn },
      { label: 'Results', to: paths.results },
      { label: 'Check a receipt', to: paths.checkReceipt },
    ],
  },
  {
    label: 'Legal',
    links: [
      { label: 'Terms and Conditions', to: paths.terms },
      { label: 'Privacy Policy', to: paths.privacy },
      { label: 'Refund Policy', to: paths.refunds },
      { label: 'Product Pricing Policy', to: paths.pricing },
    ],
  },
];
