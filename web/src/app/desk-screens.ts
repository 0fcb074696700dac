/** The screens of administrators and proctors. */
import type { Screen } from '../pages.ts';

export const screens = import.meta.glob<Screen>([
  '/src/{desk,proctor}/**/*.page.tsx',
  '/src/app/joined/exam-preview-phone.page.tsx',
]);
