/** The views of the Live screen, as the part of its address behind the question mark. */
import type { LiveFilter } from '#contract/desk/live.ts';

const KEPT: readonly string[] = ['search', 'sort', 'order'];

export const liveLinks = {
  board: { search: '' },
  held: { search: '?tab=held' },
  /** @param address of which what is looked for, and in which order, stays */
  sittings: (examId: string, filter: LiveFilter, address: URLSearchParams) => {
    const stays = [...address].filter(([name]) => KEPT.includes(name));
    return { search: `?${new URLSearchParams([['exam', examId], ['filter', filter], ...stays])}` };
  },
} as const;
