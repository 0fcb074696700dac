/**
 * Every page of the app: its address, its frame, and the chunk that holds it. Each page is fetched
 * when first visited, so that a candidate on 2G pays for one screen and not for the site.
 */
import type { ComponentType } from 'react';
import { paths } from '#web/shared/paths.ts';
import type { MarketingPages } from './marketing-pages.ts';

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

/** Pages that advertise: their list comes with the first of them, so that an exam's pages don't carry it. */
const marketing =
  (name: keyof MarketingPages): Chunk =>
  () =>
    import('./marketing-pages.ts').then(({ marketingPages }) => marketingPages[name]());

export const pages: readonly Page[] = [
  { path: paths.home, frame: 'public', load: () => import('./routes/home.tsx') },
  { path: paths.services, frame: 'public', load: marketing('services') },
  { path: paths.expertise, frame: 'public', load: marketing('expertise') },
  { path: paths.process, frame: 'public', load: marketing('process') },
  { path: paths.assessBuild, frame: 'public', load: marketing('assessBuild') },
  { path: paths.partners, frame: 'public', load: marketing('partners') },
  { path: paths.startHiring, frame: 'public', load: marketing('startHiring') },
  { path: paths.forCompanies, frame: 'public', load: marketing('forCompanies') },
  { path: paths.forJobSeekers, frame: 'public', load: marketing('forJobSeekers') },
  { path: paths.forEmployers, frame: 'public', load: marketing('forEmployers') },
  {
    path: paths.exploreCourses,
    frame: 'public',
    load: marketing('exploreCourses'),
  },
  {
    path: paths.germany,
    frame: 'public',
    load: marketing('germany'),
  },
  {
    path: paths.germanyThanks,
    frame: 'public',
    load: marketing('germanyThanks'),
  },
  { path: paths.cma, frame: 'public', load: marketing('cma') },
  {
    path: paths.cmaThanks,
    frame: 'public',
    load: marketing('cmaThanks'),
  },
  { path: paths.cpa, frame: 'public', load: marketing('cpa') },
  {
    path: paths.cpaThanks,
    frame: 'public',
    load: marketing('cpaThanks'),
  },
  {
    path: paths.remoteReadyWomen,
    frame: 'public',
    load: marketing('remoteReadyWomen'),
  },
  {
    path: paths.womenThanks,
    frame: 'public',
    load: marketing('womenThanks'),
  },
  {
    path: paths.dataMastery,
    frame: 'public',
    load: marketing('dataMastery'),
  },
  { path: paths.terms, frame: 'public', load: marketing('terms') },
  { path: paths.privacy, frame: 'public', load: marketing('privacy') },
  {
    path: paths.privacyPolicy,
    frame: 'public',
    load: marketing('privacy'),
  },
  { path: paths.refunds, frame: 'public', load: marketing('refunds') },
  {
    path: paths.cancellation,
    frame: 'public',
    load: marketing('refunds'),
  },
  { path: paths.pricing, frame: 'public', load: marketing('pricing') },
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
  { path: paths.live, frame: 'admin', load: staff('live') },
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
