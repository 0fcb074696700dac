/** All addresses of the app. */
export const paths = {
  home: '/',
  services: '/services',
  expertise: '/expertise',
  process: '/process',
  assessBuild: '/ab',
  partners: '/partners',
  startHiring: '/starthiring',
  forCompanies: '/forcompanies',
  forJobSeekers: '/forjobseekers',
  forEmployers: '/foremployers',
  exploreCourses: '/explorecourses',
  germany: '/germanyopportunity',
  germanyThanks: '/germany-program',
  cma: '/cmacourse',
  cmaThanks: '/acmat',
  cpa: '/cpacourse',
  cpaThanks: '/acpat',
  remoteReadyWomen: '/remotereadywomen',
  womenThanks: '/wc',
  dataMastery: '/datamastery',
  pricing: '/productpricingpolicy',
  refunds: '/refundpolicy',
  cancellation: '/cancellation-policy',
  terms: '/termsconditions',
  privacy: '/privacypolicy',
  privacyPolicy: '/privacy-policy',
  account: '/account',
  signIn: '/gethired',
  register: '/register',
  forgotPassword: '/forgotpassword',
  onlineAssessment: '/onlineassessment',
  applyNow: '/applynow/:examId',
  jobs: '/jobs',
  paymentResponse: '/paymentresponse',
  applicationPaymentResponse: '/applicationpaymentresponse',
  receipt: '/receipt/:orderId',
  checkReceipt: '/receipt',
  exam: '/exam',
  practice: '/practice',
  examResult: '/examresult',
  results: '/results',
  findRank: '/results/rank',
  ownRank: '/results/rank/:examId',
  examManager: '/adminexammanager',
  questionManager: '/adminuploadexcel',
  enquiries: '/adminenquiries',
  resultManager: '/adminexampdfmanager',
  examScore: '/adminexamscore',
  examPreview: '/adminexampreview/:examId',
  examPreviewPhone: '/adminexampreview/:examId/phone',
  marking: '/adminmarking/:examId',
  rescore: '/adminrescore/:questionId',
  examAnalysis: '/adminanalysis/:examId',
  meritList: '/adminmeritlist/:examId',
  document: '/admindocument/:fileId',
  live: '/adminlive',
  paymentDesk: '/adminpayments',
  candidates: '/admincandidates',
  candidate: '/admincandidates/:uid',
  staff: '/adminstaff',
  activity: '/adminactivity',
  settings: '/adminsettings',
  proctor: '/proctor',
  hallReport: '/proctor/report/:examId',
} as const;

/** Pages on which somebody who is about to take an exam isn't signed in yet. */
export const doors: readonly string[] = [paths.signIn, paths.register];

export function applyNowPath(examId: string): string {
  return `/applynow/${encodeURIComponent(examId)}`;
}

/** @param orderId an order, or the transaction in the user's record */
export function receiptPath(orderId: string): string {
  return `/receipt/${encodeURIComponent(orderId)}`;
}

export function rescorePath(questionId: string): string {
  return `/adminrescore/${encodeURIComponent(questionId)}`;
}

export function hallReportPath(examId: string): string {
  return `/proctor/report/${encodeURIComponent(examId)}`;
}

export function markingPath(examId: string): string {
  return `/adminmarking/${encodeURIComponent(examId)}`;
}

export function candidatePath(uid: string): string {
  return `/admincandidates/${encodeURIComponent(uid)}`;
}

export function examScorePath(examId: string): string {
  return `${paths.examScore}?${new URLSearchParams({ exam: examId })}`;
}

export function examAnalysisPath(examId: string): string {
  return `/adminanalysis/${encodeURIComponent(examId)}`;
}

export function meritListPath(examId: string): string {
  return `/adminmeritlist/${encodeURIComponent(examId)}`;
}

export function ownRankPath(examId: string): string {
  return `/results/rank/${encodeURIComponent(examId)}`;
}

/** The result of one exam; /examresult alone shows the result of the exam that comes first. */
export function examResultPath(examId: string): string {
  return `${paths.examResult}?${new URLSearchParams({ exam: examId })}`;
}

/** The Question Manager with these words in its search. */
export function questionSearchPath(words: string): string {
  return `${paths.questionManager}?${new URLSearchParams({ search: words })}`;
}

export function examPreviewPath(examId: string): string {
  return `/adminexampreview/${encodeURIComponent(examId)}`;
}

/** A stored file (exam image, result PDF); stored paths are relative to the origin. */
export function filePath(stored: string): string {
  return stored.startsWith('/') ? stored : `/${stored}`;
}
