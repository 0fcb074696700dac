/**
 * Every page of the app: its address, its frame, and the chunk that holds it. Each page is fetched
 * when first visited, so that a candidate on 2G pays for one screen and not for the site.
 */
import type { ComponentType } from 'react';
import { paths } from '#web/lib/paths.ts';

type Chunk = () => Promise<{ default: ComponentType }>;

/** What the desk is made of stands in a list of its own, which candidates don't fetch. */
function staff(name: keyof typeof import('./staff-pages.ts')['staffPages']): Chunk {
  return async () => (await import('./staff-pages.ts')).staffPages[name]();
}

export interface Page {
  path: string;
  frame: 'public' | 'admin';
  load: Chunk;
}

export const pages: readonly Page[] = [
  { path: paths.home, frame: 'public', load: () => import('./routes/home.tsx') },
  { path: paths.services, frame: 'public', load: () => import('./routes/marketing/services.tsx') },
  {
    path: paths.expertise,
    frame: 'public',
    load: () => import('./routes/marketing/expertise.tsx'),
  },
  { path: paths.process, frame: 'public', load: () => import('./routes/marketing/process.tsx') },
  {
    path: paths.assessBuild,
    frame: 'public',
    load: () => import('./routes/marketing/assess-build.tsx'),
  },
  { path: paths.partners, frame: 'public', load: () => import('./routes/marketing/partners.tsx') },
  {
    path: paths.startHiring,
    frame: 'public',
    load: () => import('./routes/marketing/start-hiring.tsx'),
  },
  {
    path: paths.forCompanies,
    frame: 'public',
    load: () => import('./routes/marketing/companies.tsx'),
  },
  {
    path: paths.forJobSeekers,
    frame: 'public',
    load: () => import('./routes/marketing/job-seekers.tsx'),
  },
  {
    path: paths.forEmployers,
    frame: 'public',
    load: () => import('./routes/marketing/employers.tsx'),
  },
  {
    path: paths.exploreCourses,
    frame: 'public',
    load: () => import('./routes/marketing/explore-courses.tsx'),
  },
  {
    path: paths.germany,
    frame: 'public',
    load: () => import('./routes/marketing/germany-opportunity.tsx'),
  },
  {
    path: paths.germanyThanks,
    frame: 'public',
    load: () => import('./routes/marketing/germany-thanks.tsx'),
  },
  { path: paths.cma, frame: 'public', load: () => import('./routes/marketing/cma-course.tsx') },
  {
    path: paths.cmaThanks,
    frame: 'public',
    load: () => import('./routes/marketing/cma-thanks.tsx'),
  },
  { path: paths.cpa, frame: 'public', load: () => import('./routes/marketing/cpa-course.tsx') },
  {
    path: paths.cpaThanks,
    frame: 'public',
    load: () => import('./routes/marketing/cpa-thanks.tsx'),
  },
  {
    path: paths.remoteReadyWomen,
    frame: 'public',
    load: () => import('./routes/marketing/remote-ready-women.tsx'),
  },
  {
    path: paths.womenThanks,
    frame: 'public',
    load: () => import('./routes/marketing/women-thanks.tsx'),
  },
  {
    path: paths.dataMastery,
    frame: 'public',
    load: () => import('./routes/marketing/data-mastery.tsx'),
  },
  { path: paths.terms, frame: 'public', load: () => import('./routes/marketing/terms.tsx') },
  { path: paths.privacy, frame: 'public', load: () => import('./routes/marketing/privacy.tsx') },
  {
    path: paths.privacyPolicy,
    frame: 'public',
    load: () => import('./routes/marketing/privacy.tsx'),
  },
  { path: paths.refunds, frame: 'public', load: () => import('./routes/marketing/refunds.tsx') },
  {
    path: paths.cancellation,
    frame: 'public',
    load: () => import('./routes/marketing/refunds.tsx'),
  },
  { path: paths.pricing, frame: 'public', load: () => import('./routes/marketing/pricing.tsx') },
  { path: paths.signIn, frame: 'public', load: () => import('./routes/sign-in.tsx') },
  { path: paths.register, frame: 'public', load: () => import('./routes/register.tsx') },
  {
    path: paths.forgotPassword,
    frame: 'public',
    load: () => import('./routes/forgot-password.tsx'),
  },
  {
    path: paths.onlineAssessment,
    frame: 'public',
    load: () => import('./routes/online-assessment.tsx'),
  },
  { path: paths.applyNow, frame: 'public', load: () => import('./routes/apply-now.tsx') },
  { path: paths.jobs, frame: 'public', load: () => import('./routes/jobs.tsx') },
  {
    path: paths.paymentResponse,
    frame: 'public',
    load: () => import('./routes/payment-response.tsx'),
  },
  {
    path: paths.applicationPaymentResponse,
    frame: 'public',
    load: () => import('./routes/application-payment-response.tsx'),
  },
  { path: paths.account, frame: 'public', load: () => import('./routes/account.tsx') },
  { path: paths.receipt, frame: 'public', load: () => import('./routes/receipt.tsx') },
  { path: paths.exam, frame: 'public', load: () => import('./routes/enter-exam.tsx') },
  { path: paths.examResult, frame: 'public', load: () => import('./routes/exam-result.tsx') },
  { path: paths.results, frame: 'public', load: () => import('./routes/results.tsx') },
  {
    path: paths.examManager,
    frame: 'admin',
    load: staff('exam-manager'),
  },
  { path: paths.enquiries, frame: 'admin', load: staff('enquiries') },
  {
    path: paths.questionManager,
    frame: 'admin',
    load: staff('question-manager'),
  },
  {
    path: paths.resultManager,
    frame: 'admin',
    load: staff('result-manager'),
  },
  { path: paths.examScore, frame: 'admin', load: staff('exam-score') },
  { path: paths.rescore, frame: 'admin', load: staff('rescore') },
  { path: paths.marking, frame: 'admin', load: staff('marking') },
  {
    path: paths.examAnalysis,
    frame: 'admin',
    load: staff('exam-analysis'),
  },
  {
    path: paths.paymentDesk,
    frame: 'admin',
    load: staff('payment-desk'),
  },
  { path: paths.staff, frame: 'admin', load: staff('staff') },
  { path: paths.activity, frame: 'admin', load: staff('activity') },
  { path: paths.settings, frame: 'admin', load: staff('settings') },
  { path: paths.proctor, frame: 'public', load: staff('proctor') },
  {
    path: paths.examPreview,
    frame: 'admin',
    load: staff('exam-preview'),
  },
  {
    path: paths.examPreviewPhone,
    frame: 'admin',
    load: staff('exam-preview-phone'),
  },
  { path: '*', frame: 'public', load: () => import('./routes/not-found.tsx') },
];

export const frames = {
  public: () => import('./layouts/public-layout.tsx'),
  admin: () => import('./layouts/staff-admin-layout.tsx'),
} satisfies Record<Page['frame'], Chunk>;
