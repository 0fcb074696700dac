/** Connects the documents' screen to the disk: a page is stored together with the event that names it. */
import { useEffect } from 'react';
import { localDb } from '#web/exam/local-db/database.ts';
import { pagesOf } from '#web/exam/local-db/read-sitting.ts';
import { addPage } from '#web/exam/sync/add-page.ts';
import type { SyncActor } from '#web/exam/sync/create-sync-actor.ts';
import { serverClock } from '#web/exam/sync/server-clock.ts';
import { useWatched } from '../use-exam.ts';
import { DocumentsScreen } from './documents-screen.tsx';
import { UnusablePage } from './prepare-page.ts';

interface LiveDocumentsProps {
  sittingId: string;
  /** What to write on paper, as the exam's markup. */
  task: string;
  documents: readonly string[];
  readOnly: boolean;
  onOrder: (order: string[]) => void;
  sync: SyncActor;
}

/** Milliseconds between questions to the exam server for a page that only another phone has. */
const ASK_AGAIN_MS = 10_000;

export default function LiveDocuments(props: LiveDocumentsProps) {
  const { sittingId, task, documents, readOnly, onOrder, sync } = props;
  const pages = useWatched(`pages-${sittingId}`, () => pagesOf(localDb, sittingId));
  const here = pages.value && new Map(pages.value.map((page) => [page.sha256, page]));
  const isElsewhere = here !== null && documents.some((sha256) => !here.has(sha256));
  useEffect(() => {
    if (!isElsewhere) return;
    const timer = setInterval(() => sync.send({ type: 'WAKE' }), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isElsewhere, sync]);
  return (
    <DocumentsScreen
      task={task}
      documents={documents}
      pages={here}
      readOnly={readOnly}
      onAdd={async (page, replaces) => {
        if (!(await addPage({ db: localDb, clock: serverClock }, sittingId, page, replaces)))
          throw new UnusablePage('You can’t change your answer any more.');
      }}
      onOrder={onOrder}
    />
  );
}
