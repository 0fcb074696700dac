/** Wires the documents' screen to the disk: pages are stored with the event that names them. */
import { localDb } from '#web/exam/local-db/database.ts';
import { pagesOf } from '#web/exam/local-db/read-sitting.ts';
import { addPage } from '#web/exam/sync/add-page.ts';
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
}

export default function LiveDocuments(props: LiveDocumentsProps) {
  const { sittingId, task, documents, readOnly, onOrder } = props;
  const pages = useWatched(`pages-${sittingId}`, () => pagesOf(localDb, sittingId));
  return (
    <DocumentsScreen
      task={task}
      documents={documents}
      pages={new Map(pages.value?.map((page) => [page.sha256, page]))}
      readOnly={readOnly}
      onAdd={async (page) => {
        if (!(await addPage({ db: localDb, clock: serverClock }, sittingId, page)))
          throw new UnusablePage('You can’t change your answer any more.');
      }}
      onOrder={onOrder}
    />
  );
}
