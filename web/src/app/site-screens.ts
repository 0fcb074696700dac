/** The visitor's screens, and the contents of pages that share a screen. */
import type { Content, Screen } from '../pages.ts';

export const screens = import.meta.glob<Screen>('/src/site/*.page.tsx');
export const contents = import.meta.glob<Content>('/src/site/content/{courses,legal}/*.ts', {
  import: 'default',
});
