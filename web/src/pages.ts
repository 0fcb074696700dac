/**
 * Every page of the app. To add a screen, add a file named *.page.tsx and a line here. This file contains only data, so that
 * the build can read it as well; app/router.tsx loads the modules that a line names.
 */
import type { ComponentType } from 'react';
import { paths } from './shared/paths.ts';
import type { IconName } from './ui/icon.tsx';

export interface PageEntry {
  /** The address, as a pattern for the router. */
  path: string;
  /** Without the company's name, which is added. A page without a title here sets its own. */
  title?: string;
  /** The file of the screen, below web/src and without `.page.tsx`. */
  screen: string;
  /** The file with the page's text, when several pages share a screen: below web/src/site/content, without `.ts`. */
  content?: string;
  /** The layout around the screen. */
  frame: 'public' | 'admin' | 'hall';
  /** For administrators or proctors; a candidate's phone doesn't store it for offline use. */
  staff?: true;
  /** The group and icon in the administrator's sidebar, whose entries are in the order of this table. */
  menu?: { group: 'Exams' | 'Office'; icon: IconName };
  /**
   * Visitors and search engines get this page as static HTML, readable without JavaScript. An `unlisted` page is only useful
   * to people who were led to it, so it is left out of the sitemap.
   */
  ready?: 'listed' | 'unlisted';
  /** The page shows the exams that anyone may see, so the server renders it again whenever they change. */
  shows?: 'exams';
  /** The other address of the same page, which search engines are told to index in place of this one. */
  sameAs?: string;
}

/** What every *.page.tsx exports. */
export interface Screen {
  default: ComponentType<{ path: string; content: unknown }>;
  /** One or two sentences for search results. */
  description?: string;
}

/** What every content file exports at least: the text of one of several pages that share a screen. */
export interface Content {
  description: string;
}

const site = { frame: 'public', ready: 'listed' } as const;
const thanks = { ...site, screen: 'site/thanks', ready: 'unlisted' } as const;
const candidate = { frame: 'public' } as const;
const desk = { frame: 'admin', staff: true } as const;

export const pages: readonly PageEntry[] = [
  {
    path: paths.home,
    title: 'Find the best-fit & talented professionals',
    screen: 'site/home',
    ...site,
  },
  { path: paths.services, title: 'Services for companies', screen: 'site/services', ...site },
  { path: paths.expertise, title: 'Our expertise', screen: 'site/expertise', ...site },
  { path: paths.process, title: 'Our process', screen: 'site/process', ...site },
  {
    path: paths.assessBuild,
    title: 'A & B: assess, then build',
    screen: 'site/assess-build',
    ...site,
  },
  { path: paths.partners, title: 'Our partners', screen: 'site/partners', ...site },
  { path: paths.startHiring, title: 'Start hiring', screen: 'site/start-hiring', ...site },
  { path: paths.forCompanies, title: 'For companies', screen: 'site/companies', ...site },
  { path: paths.forJobSeekers, title: 'For job seekers', screen: 'site/job-seekers', ...site },
  { path: paths.forEmployers, title: 'For employers', screen: 'site/employers', ...site },
  { path: paths.exploreCourses, title: 'Explore courses', screen: 'site/explore-courses', ...site },
  { path: paths.germany, title: 'Germany job opportunity', screen: 'site/germany', ...site },
  { path: paths.germanyThanks, title: 'Enquiry received: Germany placement program', ...thanks },
  {
    path: paths.cma,
    title: 'US CMA course',
    screen: 'site/course',
    content: 'courses/cma',
    ...site,
  },
  { path: paths.cmaThanks, title: 'Application received: US CMA', ...thanks },
  {
    path: paths.cpa,
    title: 'US CPA course',
    screen: 'site/course',
    content: 'courses/cpa',
    ...site,
  },
  { path: paths.cpaThanks, title: 'Application received: US CPA', ...thanks },
  {
    path: paths.remoteReadyWomen,
    title: 'Remote Ready Women: CRM and AI course',
    screen: 'site/course',
    content: 'courses/women',
    ...site,
  },
  { path: paths.womenThanks, title: 'Application received: Remote Ready Women', ...thanks },
  {
    path: paths.dataMastery,
    title: 'Data Mastery course',
    screen: 'site/course',
    content: 'courses/data-mastery',
    ...site,
  },
  {
    path: paths.terms,
    title: 'Terms and Conditions',
    screen: 'site/legal',
    content: 'legal/terms',
    ...site,
  },
  {
    path: paths.privacy,
    title: 'Privacy Policy',
    screen: 'site/legal',
    content: 'legal/privacy',
    ...site,
  },
  {
    path: paths.privacyPolicy,
    title: 'Privacy Policy',
    screen: 'site/legal',
    content: 'legal/privacy',
    sameAs: paths.privacy,
    ...site,
  },
  {
    path: paths.refunds,
    title: 'Cancellation and Refund Policy',
    screen: 'site/legal',
    content: 'legal/refunds',
    ...site,
  },
  {
    path: paths.cancellation,
    title: 'Cancellation and Refund Policy',
    screen: 'site/legal',
    content: 'legal/refunds',
    sameAs: paths.refunds,
    ...site,
  },
  {
    path: paths.pricing,
    title: 'Product Pricing Policy',
    screen: 'site/legal',
    content: 'legal/pricing',
    ...site,
  },
  {
    path: paths.signIn,
    title: 'Sign in',
    screen: 'candidate/sign-in/sign-in',
    ...candidate,
    ready: 'listed',
  },
  {
    path: paths.register,
    title: 'Register as a candidate',
    screen: 'candidate/registration/register',
    ...candidate,
    ready: 'listed',
  },
  {
    path: paths.forgotPassword,
    title: 'Forgot your password?',
    screen: 'candidate/sign-in/forgot-password',
    ...candidate,
    ready: 'unlisted',
  },
  {
    path: paths.onlineAssessment,
    title: 'Online assessment',
    screen: 'candidate/exams/online-assessment',
    ...candidate,
    ready: 'listed',
    shows: 'exams',
  },
  {
    path: paths.applyNow,
    title: 'Apply for an exam',
    screen: 'app/joined/apply-now',
    ...candidate,
  },
  { path: paths.jobs, title: 'Openings', screen: 'candidate/exams/openings', ...candidate },
  {
    path: paths.paymentResponse,
    title: 'Your payment',
    screen: 'candidate/payments/exam-payment',
    ...candidate,
  },
  {
    path: paths.applicationPaymentResponse,
    title: 'Your payment',
    screen: 'candidate/payments/application-payment',
    ...candidate,
  },
  { path: paths.account, title: 'My account', screen: 'candidate/account/account', ...candidate },
  {
    path: paths.checkReceipt,
    title: 'Check a receipt',
    screen: 'candidate/receipts/check-receipt',
    ...candidate,
  },
  { path: paths.receipt, screen: 'candidate/payments/receipt', ...candidate },
  { path: paths.exam, screen: 'candidate/exams/enter-exam', ...candidate },
  {
    path: paths.practice,
    title: 'Practice exam',
    screen: 'candidate/exams/enter-exam',
    ...candidate,
  },
  {
    path: paths.examResult,
    title: 'Your result',
    screen: 'candidate/results/exam-result',
    ...candidate,
  },
  {
    path: paths.results,
    title: 'Results',
    screen: 'candidate/results/results',
    ...candidate,
    ready: 'listed',
    shows: 'exams',
  },
  {
    path: paths.findRank,
    title: 'Find your rank',
    screen: 'candidate/merit/own-rank',
    ...candidate,
  },
  {
    path: paths.ownRank,
    title: 'Find your rank',
    screen: 'candidate/merit/own-rank',
    ...candidate,
  },
  {
    path: paths.examManager,
    title: 'Exam Manager',
    screen: 'desk/exams/exam-manager',
    ...desk,
    menu: { group: 'Exams', icon: 'calendar' },
  },
  {
    path: paths.examPreview,
    title: 'Preview of an exam',
    screen: 'desk/exams/exam-preview',
    ...desk,
  },
  {
    path: paths.examPreviewPhone,
    title: 'Preview',
    screen: 'app/joined/exam-preview-phone',
    ...desk,
  },
  {
    path: paths.examAnalysis,
    title: 'Exam analysis',
    screen: 'desk/analysis/exam-analysis',
    ...desk,
  },
  { path: paths.meritList, title: 'Merit list', screen: 'desk/merit/merit-list', ...desk },
  {
    path: paths.resultManager,
    title: 'Result Manager',
    screen: 'desk/result-files/result-manager',
    ...desk,
    menu: { group: 'Exams', icon: 'document' },
  },
  {
    path: paths.examScore,
    title: 'Exam Score',
    screen: 'desk/participants/exam-score',
    ...desk,
    menu: { group: 'Exams', icon: 'grid' },
  },
  { path: paths.marking, title: 'Mark documents', screen: 'desk/marking/marking', ...desk },
  {
    path: paths.questionManager,
    title: 'Question Manager',
    screen: 'desk/questions/question-manager',
    ...desk,
    menu: { group: 'Exams', icon: 'bookmark' },
  },
  {
    path: paths.rescore,
    title: 'Rescore after a correction',
    screen: 'desk/rescoring/rescore',
    ...desk,
  },
  {
    path: paths.live,
    title: 'Live',
    screen: 'proctor/live/live',
    ...desk,
    menu: { group: 'Office', icon: 'eye' },
  },
  {
    path: paths.enquiries,
    title: 'Enquiries',
    screen: 'desk/enquiries/enquiries',
    ...desk,
    menu: { group: 'Office', icon: 'send' },
  },
  {
    path: paths.candidates,
    title: 'Candidates',
    screen: 'desk/candidates/candidates',
    ...desk,
    menu: { group: 'Office', icon: 'search' },
  },
  { path: paths.candidate, title: 'Candidate', screen: 'desk/candidates/candidate', ...desk },
  {
    path: paths.paymentDesk,
    title: 'Applications and payments',
    screen: 'desk/payments/payment-desk',
    ...desk,
    menu: { group: 'Office', icon: 'rupee' },
  },
  {
    path: paths.staff,
    title: 'Staff',
    screen: 'desk/staff/staff',
    ...desk,
    menu: { group: 'Office', icon: 'user' },
  },
  {
    path: paths.activity,
    title: 'Activity',
    screen: 'desk/activity/activity',
    ...desk,
    menu: { group: 'Office', icon: 'clock' },
  },
  {
    path: paths.settings,
    title: 'Settings',
    screen: 'desk/settings/settings',
    ...desk,
    menu: { group: 'Office', icon: 'shield' },
  },
  {
    path: paths.document,
    title: 'A candidate’s document',
    screen: 'desk/documents/document',
    frame: 'public',
    staff: true,
  },
  {
    path: paths.proctor,
    title: 'Your exams',
    screen: 'proctor/board/hall',
    frame: 'hall',
    staff: true,
  },
  {
    path: paths.hallReport,
    title: 'Report of the session',
    screen: 'proctor/report/hall-report',
    frame: 'hall',
    staff: true,
  },
  {
    path: '*',
    title: 'Page not found',
    screen: 'site/not-found',
    frame: 'public',
    ready: 'unlisted',
  },
];

/** The modules whose chunks a page needs, below web/, by their names in Vite's manifest. */
export function modulesOf({ screen, content }: PageEntry): string[] {
  const said = content === undefined ? [] : [`src/site/content/${content}.ts`];
  return [`src/${screen}.page.tsx`, ...said];
}
