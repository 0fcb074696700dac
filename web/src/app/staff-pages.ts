/** The chunk of each page for staff, by its name; see pages.ts. */
export const staffPages = {
  'exam-manager': () => import('./routes/staff-exam-manager.tsx'),
  enquiries: () => import('./routes/staff-enquiries.tsx'),
  'question-manager': () => import('./routes/staff-question-manager.tsx'),
  'result-manager': () => import('./routes/staff-result-manager.tsx'),
  'exam-score': () => import('./routes/staff-exam-score.tsx'),
  rescore: () => import('./routes/staff-rescore.tsx'),
  marking: () => import('./routes/staff-marking.tsx'),
  'exam-analysis': () => import('./routes/staff-exam-analysis.tsx'),
  'payment-desk': () => import('./routes/staff-payment-desk.tsx'),
  staff: () => import('./routes/staff-staff.tsx'),
  live: () => import('./routes/staff-live.tsx'),
  activity: () => import('./routes/staff-activity.tsx'),
  settings: () => import('./routes/staff-settings.tsx'),
  proctor: () => import('./routes/staff-proctor.tsx'),
  'exam-preview': () => import('./routes/staff-exam-preview.tsx'),
  'exam-preview-phone': () => import('./routes/staff-exam-preview-phone.tsx'),
};
