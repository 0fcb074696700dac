/** A candidate's pages, one at a time: photos can be zoomed and rotated, PDFs open in the browser's own viewer. */
import { type CSSProperties, useState } from 'react';
import type { MarkableSitting } from '#contract/desk/marking.ts';
import { filePath } from '#web/shared/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { EmptyState, FailedState } from '#web/ui/state-panel.tsx';
import styles from './marking.module.css';

type Page = MarkableSitting['pages'][number];

export function PageViewer({ pages, view }: { pages: readonly Page[]; view: PageView }) {
  const page = pages[view.page] ?? pages[0];
  if (!page) {
    return (
      <section className={styles.viewer} aria-label="Pages" data-pages>
        <EmptyState title="No pages">
          <p>This candidate didn’t submit any documents. A mark of 0 completes the result.</p>
        </EmptyState>
      </section>
    );
  }
  const number = pages.indexOf(page) + 1;
  const isPicture = page.mediaType.startsWith('image/');
  return (
    <section className={styles.viewer} aria-label="Pages" data-pages>
      <div className={styles.tools}>
        <Button
          aria-disabled={number === 1}
          onClick={() => view.turn(-1)}
          aria-label="Previous page"
        >
          <Icon name="arrow-left" />
        </Button>
        <p aria-live="polite">
          Page {number} of {pages.length}
        </p>
        <Button
          aria-disabled={number === pages.length}
          onClick={() => view.turn(1)}
          aria-label="Next page"
        >
          <Icon name="arrow-right" />
        </Button>
        {isPicture && (
          <>
            <Button aria-label="Smaller" onClick={() => view.zoom(-1)}>
              −
            </Button>
            <Button aria-label="Larger" onClick={() => view.zoom(1)}>
              +
            </Button>
            <Button icon="refresh" onClick={view.rotate}>
              Rotate
            </Button>
          </>
        )}
        <a href={filePath(page.path)} target="_blank" rel="noopener">
          Open in a new tab
        </a>
      </div>
      {isPicture ? (
        <Picture key={page.path} page={page} number={number} view={view} />
      ) : (
        <iframe
          key={page.path}
          className={styles.pdf}
          title={`Page ${number}: ${page.name}`}
          // Shows the PDF as wide as the frame, without the viewer's own list of pages.
          src={`${filePath(page.path)}#navpanes=0&view=FitH`}
        />
      )}
    </section>
  );
}

function Picture({ page, number, view }: { page: Page; number: number; view: PageView }) {
  const [shape, setShape] = useState({ width: 3, height: 4 });
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  if (failed) {
    return (
      <FailedState
        title="We couldn’t load this page"
        message="Please check your network."
        onRetry={() => {
          setFailed(false);
          setTries(tries + 1);
        }}
      />
    );
  }
  // After a quarter turn, the frame's aspect ratio is the photo's turned on its side.
  const onSide = view.turns % 2 === 1;
  const { width, height } = shape;
  const frame: CSSProperties = {
    width: `${view.size * 100}%`,
    aspectRatio: onSide ? `${height} / ${width}` : `${width} / ${height}`,
  };
  const picture: CSSProperties = {
    width: onSide ? `${(width / height) * 100}%` : '100%',
    rotate: `${view.turns * 90}deg`,
  };
  return (
    <section
      className={styles.paper}
      aria-label={`Page ${number}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
    >
      <div className={styles.sheet} style={frame}>
        <img
          key={tries}
          className={styles.picture}
          style={picture}
          src={filePath(page.path)}
          alt={`Page ${number}: ${page.name}`}
          onError={() => setFailed(true)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setShape({ width: naturalWidth || 3, height: naturalHeight || 4 })
          }
        />
      </div>
    </section>
  );
}

// Which of the candidate's pages is shown, how large and which way up; reset for each candidate.

/** The zoom steps, as multiples of the frame's width. */
const SIZES = [0.5, 0.75, 1, 1.5, 2, 3] as const;
const WHOLE_WIDTH = 2;

export interface PageView {
  /** Index from 0; beyond the last page, the viewer shows the first. */
  page: number;
  /** A multiple of the frame's width. */
  size: number;
  /** Quarter turns to the right. */
  turns: number;
  turn: (by: 1 | -1) => void;
  zoom: (by: 1 | -1) => void;
  rotate: () => void;
  /** Sets how many pages the candidate has, so that turning stops at the last. */
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
    // Each page starts upright: that one photo lies on its side says nothing about the next.
    turn: (by) => change(({ page, pages }) => ({ page: within(page + by, pages), turns: 0 })),
    zoom: (by) => change(({ zoomed }) => ({ zoomed: within(zoomed + by, SIZES.length) })),
    rotate: () => change(({ turns }) => ({ turns: (turns + 1) % 4 })),
    setPages: (pages) => change(() => ({ pages: Math.max(pages, 1) })),
  };
}
