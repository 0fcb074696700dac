/** Result Manager: the result PDF of each exam (specification section 2, /adminexampdfmanager). */
import { useState } from 'react';
import { type Exam, examSchema } from '#contract/wire/exams.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { useExamPages } from '#web/shared/exam/use-exam-pages.ts';
import { api } from '#web/shared/http.ts';
import { resultColumns } from './result-columns.tsx';
import { usePdfUpload } from './use-pdf-upload.ts';

export default function ResultManager() {
  const found = useExamPages('results');
  const { asked } = found;
  const [doomed, setDoomed] = useState<Exam | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const reload = (what: string) => {
    setDone(what);
    asked.retry();
  };
  const uploads = usePdfUpload(
    (exam) => reload(`The result PDF of “${exam.name}” is published.`),
    asked.retry,
  );

  return (
    <DeskPage title="Result Manager">
      <FoundList
        found={found}
        one="exam"
        done={done}
        none={{
          narrowed: 'No exam matches your search. It looks at name, format and start date.',
          empty: 'Create one in the Exam Manager; its result is published here.',
        }}
        order="Latest start first"
        caption="Results"
        columns={resultColumns({ uploads, onDelete: setDoomed })}
        rowKey={({ _id }) => _id}
      />
      <ConfirmDialog
        open={doomed !== null}
        title="Delete this result PDF?"
        action="Delete"
        pendingLabel="Deleting…"
        onClose={() => setDoomed(null)}
        onOutdated={asked.retry}
        onConfirm={async () => {
          if (!doomed) return;
          await api.del(
            `exams/delete-result/${doomed._id}?version=${doomed.version ?? ''}`,
            examSchema,
          );
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
