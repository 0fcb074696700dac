/** Result Manager: the result PDF of each exam (specification section 2, /adminexampdfmanager). */
import { useState } from 'react';
import { type Exam, examSchema } from '#contract/wire/exams.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { DeskList } from '#web/shared/desk/desk-list.tsx';
import { DeskCount, DeskPage, DeskToolbar } from '#web/shared/desk/desk-page.tsx';
import { Pager } from '#web/shared/desk/pager.tsx';
import { SearchBox } from '#web/shared/desk/search-box.tsx';
import { useExamPages } from '#web/shared/exam/use-exam-pages.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { Notice } from '#web/ui/notice.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { ResultTable } from './result-table.tsx';
import { usePdfUpload } from './use-pdf-upload.ts';

export default function ResultManager() {
  const { asked, search, setSearch, narrowed, page, pages, setPage, total } = useExamPages();
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
      {done && (
        <Notice tone="success" live>
          <p>{done}</p>
        </Notice>
      )}
      <DeskToolbar>
        <SearchBox label="Search exams..." value={search} onChange={setSearch} />
        {asked.latest && <DeskCount>{formatCount(total, 'exam')}</DeskCount>}
      </DeskToolbar>
      <DeskList
        asked={asked}
        loadingLabel="Loading the exams…"
        failedTitle="The exams could not be loaded"
      >
        {({ data, before }) =>
          data.length === 0 ? (
            <EmptyState title="No exams found.">
              <p>
                {narrowed
                  ? 'No exam has this in its name, format or start date.'
                  : 'Create one in the Exam Manager; its result is published here.'}
              </p>
            </EmptyState>
          ) : (
            <ResultTable exams={data} before={before} uploads={uploads} onDelete={setDoomed} />
          )
        }
      </DeskList>
      <Pager label="Pages of exams" page={page} pages={pages} onPage={setPage} />
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
