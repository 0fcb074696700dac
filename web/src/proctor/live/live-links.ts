/** The views of the Live screen, as the part of its address behind the question mark. */
import type { LiveFilter } from '#contract/desk/live.ts';

export const liveLinks = {
  board: { search: '' },
  held: { search: '?tab=held' },
  /** @param search what is looked for already */
  sittings: (examId: string, filter: LiveFilter, search: string | null = null) => ({
    search: `?${new URLSearchParams({ exam: examId, filter, ...(search && { search }) })}`,
  }),
} as const;
