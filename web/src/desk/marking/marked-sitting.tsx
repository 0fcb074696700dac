/** One candidate's sitting: pages in the middle, the mark at the right. */
import { useEffect, useState } from 'react';
import { type MarkableSitting, markableSittingSchema } from '#contract/desk/marking.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { Loading } from '#web/ui/loading.tsx';
import { FailedState } from '#web/ui/state-panel.tsx';
import { MarkForm } from './mark-form.tsx';
import styles from './marking.module.css';
import { PageViewer } from './page-viewer.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SittingFacts } from './sitting-facts.tsx';
import type { PageView } from './use-page-view.ts';

interface MarkedSittingProps {
  sittingId: string;
  view: PageView;
  onDirty: (dirty: boolean) => void;
  onSaved: (documents: number | null) => void;
}

export function MarkedSitting({ sittingId, view, onDirty, onSaved }: MarkedSittingProps) {
  const [loaded, reload] = useLoad(`sittings/${sittingId}/marking`, markableSittingSchema);
  /** With the mark given here: who is the last of the list stays open after it. */
  const [marked, setMarked] = useState<MarkableSitting | null>(null);
  const pages = loaded.state === 'ready' ? loaded.data.pages.length : 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once the number is known.
  useEffect(() => view.setPages(pages), [pages]);

  if (loaded.state === 'loading')
    return <Loading label="Loading the candidate’s pages…" onRetry={reload} />;
  if (loaded.state === 'failed')
    return (
      <FailedState
        title="The candidate’s pages could not be loaded"
        message={loaded.message}
        onRetry={reload}
      />
    );
  const sitting = marked ?? loaded.data;
  function loadAnew() {
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
          onDirty={onDirty}
          onSaved={(saved) => {
            onSaved(saved.mark?.documents ?? null);
            if (saved.mark) setMarked(saved);
            else loadAnew();
          }}
          onReload={loadAnew}
        />
        <Shortcuts />
      </section>
    </>
  );
}
