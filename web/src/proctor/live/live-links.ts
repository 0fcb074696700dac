/** The views of the Live screen, as the part of its address behind the question mark. */
import type { LiveFilter } from '#contract/desk/live.ts';

export const liveLinks = {
  board: { search: '' },
  held: { search: '?tab=held' },
  sittings: (examId: string, filter: LiveFilter) => ({
    search: `?${new URLSearchParams({ exam: examId, filter })}`,
  }),
} as const;
