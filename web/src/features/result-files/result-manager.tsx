/** Result Manager: the result PDF of each exam (specification section 2, /adminexampdfmanager). */
import { useState } from 'react';
import { type Exam, examListSchema, examSchema } from '#contract/exams.ts';
import { ConfirmDialog } from '#web/components/desk/confirm-dialog.tsx';
import { DeskList } from '#web/components/desk/desk-list.tsx';
import { DeskPage } from '#web/components/desk/desk-page.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { EmptyState } from '#web/components/ui/state-panel.tsx';
import { api } from '#web/lib/http.ts';
import { useAsk } from '#web/lib/use-load.ts';
import { ResultTable } from './result-table.tsx';
import { usePdfUpload } from './use-pdf-upload.ts';

const listExams = (signal: AbortSignal) => api.get('exams', examListSchema, { signal });

export function ResultManager() {
  const asked = useAsk(listExams);
  const [doomed, setDoomed] = useState<Exam | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const reload = (what: string) => {
    setDone(what);
    asked.retry();
  };
  const uploads = usePdfUpload((exam) => reload(`The result PDF of “${exam.name}” is published.`));

  return (
    <DeskPage title="Result Manager">
      {done && (
        <Notice tone="success" live>
          <p>{done}</p>
        </Notice>
      )}
      <DeskList
        asked={asked}
        loadingLabel="Loading the exams…"
        failedTitle="The exams could not be loaded"
      >
        {(exams) =>
          exams.length === 0 ? (
            <EmptyState title="No exams found.">
              <p>Create one in the Exam Manager; its result is published here.</p>
            </EmptyState>
          ) : (
            <ResultTable exams={exams} uploads={uploads} onDelete={setDoomed} />
          )
        }
      </DeskList>
      <ConfirmDialog
        open={doomed !== null}
        title="Delete this result PDF?"
        action="Delete"
        pendingLabel="Deleting…"
        onClose={() => setDoomed(null)}
        onConfirm={async () => {
          if (!doomed) return;
          await api.del(`exams/delete-result/${doomed._id}`, examSchema);
          reload(`The result PDF of “${doomed.name}” was deleted.`);
        }}
      >
        <p>
          The result of <strong>{doomed?.name}</strong> disappears from the public results page.
        </p>
      </ConfirmDialog>
    </DeskPage>
  );
}
