/** Exam Manager: find, create, change and delete exams (specification section 2, /adminexammanager). */
import { useCallback, useState } from 'react';
import { type Exam, examListSchema } from '#contract/exams.ts';
import { successReplySchema } from '#contract/users.ts';
import { ConfirmDialog } from '#web/components/desk/confirm-dialog.tsx';
import { DeskList } from '#web/components/desk/desk-list.tsx';
import { DeskCount, DeskPage, DeskToolbar } from '#web/components/desk/desk-page.tsx';
import { Pager } from '#web/components/desk/pager.tsx';
import { SearchBox } from '#web/components/desk/search-box.tsx';
import { usePages } from '#web/components/desk/use-pages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { EmptyState } from '#web/components/ui/state-panel.tsx';
import { api } from '#web/lib/http.ts';
import { useAsk } from '#web/lib/use-load.ts';
import { ExamFormDialog, type ExamModal } from './exam-form-dialog.tsx';
import { ExamTable } from './exam-table.tsx';
import { searchExams } from './search-exams.ts';

const PAGE_SIZE = 10;
const listExams = (signal: AbortSignal) => api.get('exams', examListSchema, { signal });

export function ExamManager() {
  const asked = useAsk(listExams);
  const [search, setSearch] = useState('');
  const found = searchExams(asked.latest ?? [], search);
  const { rows, page, pages, before, setPage } = usePages(found, PAGE_SIZE);
  const [modal, setModal] = useState<ExamModal>({ state: 'closed' });
  const [doomed, setDoomed] = useState<Exam | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const close = useCallback(() => setModal({ state: 'closed' }), []);

  function reload(what: string) {
    setDone(what);
    asked.retry();
  }

  return (
    <DeskPage
      title="Examination Manager"
      acts={
        <Button variant="primary" onClick={() => setModal({ state: 'create' })}>
          Create Exam
        </Button>
      }
    >
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
        {(exams) => (
          <>
            <DeskToolbar>
              <SearchBox label="Search exams..." value={search} onChange={setSearch} />
              <DeskCount>
                {found.length === exams.length
                  ? countExams(exams.length)
                  : `${found.length} of ${countExams(exams.length)}`}
              </DeskCount>
            </DeskToolbar>
            {found.length === 0 ? (
              <EmptyState icon="calendar" title="No exams found.">
                <p>
                  {exams.length === 0
                    ? 'Create the first one with the Create Exam button.'
                    : 'Nothing has this in its name, format or start.'}
                </p>
              </EmptyState>
            ) : (
              <ExamTable
                exams={rows}
                before={before}
                onEdit={(exam) => setModal({ state: 'edit', exam })}
                onDelete={setDoomed}
              />
            )}
            <Pager label="Pages of exams" page={page} pages={pages} onPage={setPage} />
          </>
        )}
      </DeskList>
      <ExamFormDialog
        modal={modal}
        onOpen={setModal}
        onClose={close}
        onSaved={(exam, created) => {
          close();
          reload(`“${exam.name}” was ${created ? 'created' : 'updated'}.`);
        }}
      />
      <ConfirmDialog
        open={doomed !== null}
        title="Delete this exam?"
        action="Delete"
        pendingLabel="Deleting…"
        onClose={() => setDoomed(null)}
        onConfirm={async () => {
          if (!doomed) return;
          await api.del(`exams/${doomed._id}`, successReplySchema);
          reload(`“${doomed.name}” was deleted.`);
        }}
      >
        <p>
          <strong>{doomed?.name}</strong> disappears for everyone. Candidates who sat it keep their
          results.
        </p>
      </ConfirmDialog>
    </DeskPage>
  );
}

function countExams(count: number): string {
  return count === 1 ? '1 exam' : `${count} exams`;
}
