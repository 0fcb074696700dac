/**
 * The pages that visitors and search engines get as ready HTML, each with the module whose chunk shows it.
 * A page needs no JavaScript to be read when it is listed here.
 */
import { paths } from '#web/shared/paths.ts';

export interface PublicPage {
  path: string;
  /** The page's module below web/src/app, as Vite's manifest names it. */
  module: string;
  /** Left out of the sitemap and told to search engines: of use only to who was led there. */
  unlisted?: true;
  /** Another address of the same page, which search engines are told to keep. */
  sameAs?: string;
}

export const publicPages: readonly PublicPage[] = [
  { path: paths.home, module: 'routes/home.tsx' },
  { path: paths.services, module: 'routes/marketing/services.tsx' },
  { path: paths.expertise, module: 'routes/marketing/expertise.tsx' },
  { path: paths.process, module: 'routes/marketing/process.tsx' },
  { path: paths.assessBuild, module: 'routes/marketing/assess-build.tsx' },
  { path: paths.partners, module: 'routes/marketing/partners.tsx' },
  { path: paths.startHiring, module: 'routes/marketing/start-hiring.tsx' },
  { path: paths.forCompanies, module: 'routes/marketing/companies.tsx' },
  { path: paths.forJobSeekers, module: 'routes/marketing/job-seekers.tsx' },
  { path: paths.forEmployers, module: 'routes/marketing/employers.tsx' },
  { path: paths.exploreCourses, module: 'routes/marketing/explore-courses.tsx' },
  { path: paths.germany, module: 'routes/marketing/germany-opportunity.tsx' },
  { path: paths.germanyThanks, module: 'routes/marketing/germany-thanks.tsx', unlisted: true },
  { path: paths.cma, module: 'routes/marketing/cma-course.tsx' },
  { path: paths.cmaThanks, module: 'routes/marketing/cma-thanks.tsx', unlisted: true },
  { path: paths.cpa, module: 'routes/marketing/cpa-course.tsx' },
  { path: paths.cpaThanks, module: 'routes/marketing/cpa-thanks.tsx', unlisted: true },
  { path: paths.remoteReadyWomen, module: 'routes/marketing/remote-ready-women.tsx' },
  { path: paths.womenThanks, module: 'routes/marketing/women-thanks.tsx', unlisted: true },
  { path: paths.dataMastery, module: 'routes/marketing/data-mastery.tsx' },
  { path: paths.terms, module: 'routes/marketing/terms.tsx' },
  { path: paths.privacy, module: 'routes/marketing/privacy.tsx' },
  { path: paths.privacyPolicy, module: 'routes/marketing/privacy.tsx', sameAs: paths.privacy },
  { path: paths.refunds, module: 'routes/marketing/refunds.tsx' },
  { path: paths.cancellation, module: 'routes/marketing/refunds.tsx', sameAs: paths.refunds },
  { path: paths.pricing, module: 'routes/marketing/pricing.tsx' },
  { path: paths.onlineAssessment, module: 'routes/online-assessment.tsx' },
  { path: paths.signIn, module: 'routes/sign-in.tsx' },
  { path: paths.register, module: 'routes/register.tsx' },
  { path: paths.forgotPassword, module: 'routes/forgot-password.tsx', unlisted: true },
  { path: paths.results, module: 'routes/results.tsx' },
];

/** Any address that no page has; the server sends this one with status 404. */
export const NOT_FOUND: PublicPage = { path: '/404', module: 'routes/not-found.tsx' };
