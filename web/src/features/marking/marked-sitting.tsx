/** One candidate's sitting: pages in the middle, the mark at the right. */
import { useEffect } from 'react';
import { markableSittingSchema } from '#contract/marking.ts';
import { Loading } from '#web/components/ui/loading.tsx';
import { FailedState } from '#web/components/ui/state-panel.tsx';
import { useLoad } from '#web/lib/use-load.ts';
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
  const sitting = loaded.data;
  return (
    <>
      <PageViewer pages={sitting.pages} view={view} />
      <section className={styles.side} aria-label="Mark">
        <SittingFacts sitting={sitting} />
        <MarkForm
          key={sitting.mark?.at ?? ''}
          sitting={sitting}
          onDirty={onDirty}
          onSaved={(documents) => {
            onSaved(documents);
            if (documents === null) reload();
          }}
          onReload={reload}
        />
        <Shortcuts />
      </section>
    </>
  );
}
