/**
 * Every page of the app: its address, its frame, and the chunk that holds it. Each page is fetched
 * when first visited, so that a candidate on 2G pays for one screen and not for the site.
 */
import type { ComponentType } from 'react';
import { paths } from '#web/lib/paths.ts';

type Chunk = () => Promise<{ default: ComponentType }>;

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
    load: () => import('./routes/staff-exam-manager.tsx'),
  },
  { path: paths.enquiries, frame: 'admin', load: () => import('./routes/staff-enquiries.tsx') },
  {
    path: paths.questionManager,
    frame: 'admin',
    load: () => import('./routes/staff-question-manager.tsx'),
  },
  {
    path: paths.resultManager,
    frame: 'admin',
    load: () => import('./routes/staff-result-manager.tsx'),
  },
  { path: paths.examScore, frame: 'admin', load: () => import('./routes/staff-exam-score.tsx') },
  { path: paths.rescore, frame: 'admin', load: () => import('./routes/staff-rescore.tsx') },
  { path: paths.marking, frame: 'admin', load: () => import('./routes/staff-marking.tsx') },
  {
    path: paths.examAnalysis,
    frame: 'admin',
    load: () => import('./routes/staff-exam-analysis.tsx'),
  },
  {
    path: paths.paymentDesk,
    frame: 'admin',
    load: () => import('./routes/staff-payment-desk.tsx'),
  },
  { path: paths.staff, frame: 'admin', load: () => import('./routes/staff-staff.tsx') },
  { path: paths.activity, frame: 'admin', load: () => import('./routes/staff-activity.tsx') },
  { path: paths.settings, frame: 'admin', load: () => import('./routes/staff-settings.tsx') },
  { path: paths.proctor, frame: 'public', load: () => import('./routes/staff-proctor.tsx') },
  {
    path: paths.examPreview,
    frame: 'admin',
    load: () => import('./routes/staff-exam-preview.tsx'),
  },
  {
    path: paths.examPreviewPhone,
    frame: 'admin',
    load: () => import('./routes/staff-exam-preview-phone.tsx'),
  },
  { path: '*', frame: 'public', load: () => import('./routes/not-found.tsx') },
];

export const frames = {
  public: () => import('./layouts/public-layout.tsx'),
  admin: () => import('./layouts/staff-admin-layout.tsx'),
} satisfies Record<Page['frame'], Chunk>;
