/** Which page of the candidate is looked at, how large and which way up; anew for each candidate. */
import { useState } from 'react';

/** Of the frame's width. */
const SIZES = [0.5, 0.75, 1, 1.5, 2, 3] as const;
const WHOLE_WIDTH = 2;

export interface PageView {
  /** From 0; the viewer keeps it among the pages there are. */
  page: number;
  /** 1: as wide as the frame. */
  size: number;
  /** Quarter turns to the right. */
  turns: number;
  turn: (by: 1 | -1) => void;
  zoom: (by: 1 | -1) => void;
  rotate: () => void;
  /** Told by the viewer, so that turning stops at the last page. */
  setPages: (pages: number) => void;
}

interface Looking {
  whose: string;
  page: number;
  pages: number;
  zoomed: number;
  turns: number;
}

const afresh = (whose: string): Looking => ({
  whose,
  page: 0,
  pages: 1,
  zoomed: WHOLE_WIDTH,
  turns: 0,
});
const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1);

export function usePageView(whose: string): PageView {
  const [stored, setLooking] = useState(() => afresh(whose));
  const looking = stored.whose === whose ? stored : afresh(whose);
  const change = (by: (now: Looking) => Partial<Looking>) =>
    setLooking((now) => {
      const mine = now.whose === whose ? now : afresh(whose);
      return { ...mine, ...by(mine) };
    });
  return {
    page: looking.page,
    size: SIZES[looking.zoomed] ?? 1,
    turns: looking.turns,
    // A photo that lies on its side says nothing of the next one.
    turn: (by) => change(({ page, pages }) => ({ page: within(page + by, pages), turns: 0 })),
    zoom: (by) => change(({ zoomed }) => ({ zoomed: within(zoomed + by, SIZES.length) })),
    rotate: () => change(({ turns }) => ({ turns: (turns + 1) % 4 })),
    setPages: (pages) => change(() => ({ pages: Math.max(pages, 1) })),
  };
}
