/** The sidebar's links, in the specification's order. A screen is listed here once it exists. */

import { paths } from '#web/shared/paths.ts';
import type { IconName } from '#web/ui/icon.tsx';

interface AdminLink {
  label: string;
  to: string;
  icon: IconName;
}

const adminNavigation: readonly AdminLink[] = [
  { label: 'Exam Manager', to: paths.examManager, icon: 'calendar' },
  { label: 'Result Manager', to: paths.resultManager, icon: 'document' },
  { label: 'Exam Score', to: paths.examScore, icon: 'grid' },
  { label: 'Question Manager', to: paths.questionManager, icon: 'bookmark' },
  { label: 'Live', to: paths.live, icon: 'eye' },
  { label: 'Enquiries', to: paths.enquiries, icon: 'send' },
  { label: 'Applications & payments', to: paths.paymentDesk, icon: 'rupee' },
  { label: 'Staff', to: paths.staff, icon: 'user' },
  { label: 'Activity', to: paths.activity, icon: 'clock' },
  { label: 'Settings', to: paths.settings, icon: 'shield' },
];

/** The four screens around an exam come first in the list above; the rest is the office's. */
const EXAM_SCREENS = 4;

export const adminGroups: readonly { name: string; links: readonly AdminLink[] }[] = [
  { name: 'Exams', links: adminNavigation.slice(0, EXAM_SCREENS) },
  { name: 'Office', links: adminNavigation.slice(EXAM_SCREENS) },
];
