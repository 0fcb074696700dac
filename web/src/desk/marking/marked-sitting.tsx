/** One candidate's sitting: pages in the middle, the mark at the right. */

import { useEffect, useState } from 'react';
import {
  type DocumentMark,
  type MarkableSitting,
  markableSittingSchema,
} from '#contract/desk/marking.ts';
import { DOCUMENTS, TOTAL } from '#contract/wire/results.ts';
import { formatMarks } from '#web/shared/format-marks.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { FailedState } from '#web/ui/state-panel.tsx';
import { MarkForm } from './mark-form.tsx';
import styles from './marking.module.css';
import { type PageView, PageViewer } from './page-viewer.tsx';

interface MarkedSittingProps {
  sittingId: string;
  view: PageView;
  lastReason: string;
  onDirty: (dirty: boolean) => void;
  /** Null: the mark was removed. */
  onSaved: (mark: DocumentMark | null) => void;
}

export function MarkedSitting(props: MarkedSittingProps) {
  const { sittingId, view, lastReason, onDirty, onSaved } = props;
  const [loaded, reload] = useLoad(`sittings/${sittingId}/marking`, markableSittingSchema);
  /** The sitting with the mark that was just saved: the last candidate of the list stays open after it. */
  const [marked, setMarked] = useState<MarkableSitting | null>(null);
  const pages = loaded.state === 'ready' ? loaded.data.pages.length : 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `view` is new on every render; only the number of pages counts.
  useEffect(() => view.setPages(pages), [pages]);

  if (loaded.state === 'loading')
    return <Loading label="Loading the candidate’s pages…" onRetry={reload} />;
  if (loaded.state === 'failed')
    return (
      <FailedState
        title="We couldn’t load the candidate’s pages"
        message={loaded.message}
        onRetry={reload}
      />
    );
  const sitting = marked ?? loaded.data;
  function loadAgain() {
    setMarked(null);
    reload();
  }
  return (
    <>
      <PageViewer pages={sitting.pages} view={view} />
      <section className={styles.side} aria-label="Mark">
        <SittingFacts sitting={sitting} />
        <MarkForm
          key={loaded.data.mark?.at ?? ''}
          sitting={sitting}
          lastReason={lastReason}
          onDirty={onDirty}
          onSaved={(saved) => {
            onSaved(saved.mark);
            if (saved.mark) setMarked(saved);
            else loadAgain();
          }}
          onReload={loadAgain}
        />
        <Shortcuts />
      </section>
    </>
  );
}

const shortcuts: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['Enter'], 'save and continue'],
  [['J', '↓'], 'next candidate'],
  [['K', '↑'], 'previous candidate'],
  [['N'], 'next page'],
  [['P'], 'previous page'],
  [['L', '+'], 'larger'],
  [['S', '−'], 'smaller'],
  [['R'], 'rotate'],
  [['M'], 'to the marks box'],
];

/** The keyboard shortcuts of the marking desk. They work while the focus is in it, except in the Reason field. */
function Shortcuts() {
  return (
    <details className={styles.shortcuts} open>
      <summary>Keyboard</summary>
      <dl>
        {shortcuts.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>
        Letter keys work everywhere except in the Reason box. Arrow keys work in the list and the
        marks box. The − key doesn’t work in the marks box.
      </p>
    </details>
  );
}

/** The candidate, the marks that the server scored, and what a marker must know before marking. */
function SittingFacts({ sitting }: { sitting: MarkableSitting }) {
  const { fullName, uid, score, missing, held, provisional, outdated } = sitting;
  const sections = score
    .flatMap((entry) => Object.entries(entry))
    .filter(([name]) => name !== TOTAL && name !== DOCUMENTS);
  return (
    <>
      <div>
        <h2 className={styles.whose}>
          <bdi>{fullName}</bdi>
        </h2>
        <p className={styles.facts}>UID {uid}</p>
      </div>
      {sections.length > 0 && (
        <dl className={styles.scores}>
          {sections.map(([name, marks]) => (
            <div key={name}>
              <dt>
                <bdi>{name}</bdi>
              </dt>
              <dd>{formatMarks(marks)}</dd>
            </div>
          ))}
        </dl>
      )}
      {outdated && (
        <Notice tone="warn" title="Pages arrived after the mark">
          <p>Please check them again and save the mark.</p>
        </Notice>
      )}
      {missing > 0 && (
        <Notice
          tone="warn"
          title={missing === 1 ? 'One page is missing' : `${missing} pages are missing`}
        >
          <p>The candidate’s phone hasn’t sent everything yet.</p>
        </Notice>
      )}
      {held > 0 && (
        <Notice tone="warn" title="Late work arrived">
          <p>It’s waiting for a decision. More pages may be added.</p>
        </Notice>
      )}
      {provisional && (
        <Notice tone="info" title="Never submitted">
          <p>Time ran out, and the server closed this sitting with the answers it had.</p>
        </Notice>
      )}
    </>
  );
}
