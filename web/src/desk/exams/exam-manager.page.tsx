/** Exam Manager: find, create, change and delete exams (specification section 2, /adminexammanager). */
import { useCallback, useState } from 'react';
import type { Exam } from '#contract/wire/exams.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { DeskList } from '#web/shared/desk/desk-list.tsx';
import { DeskCount, DeskPage, DeskToolbar } from '#web/shared/desk/desk-page.tsx';
import { Pager } from '#web/shared/desk/pager.tsx';
import { SearchBox } from '#web/shared/desk/search-box.tsx';
import { useExamPages } from '#web/shared/exam/use-exam-pages.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { bankCountsSchema } from './bank-shortage.ts';
import { ExamFormDialog, type ExamModal } from './exam-form-dialog.tsx';
import { ExamTable } from './exam-table.tsx';

export default function ExamManager() {
  const { asked, search, setSearch, narrowed, page, pages, setPage, total } = useExamPages();
  const [bank, countBank] = useLoad('exams/question-counts', bankCountsSchema);
  const [modal, setModal] = useState<ExamModal>({ state: 'closed' });
  const [doomed, setDoomed] = useState<Exam | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const close = useCallback(() => setModal({ state: 'closed' }), []);

  function reload(what: string) {
    setDone(what);
    asked.retry();
    countBank();
  }

  return (
    <DeskPage
      title="Examination Manager"
      acts={
        <Button variant="primary" onClick={() => setModal({ state: 'create', copyOf: null })}>
          Create Exam
        </Button>
      }
    >
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
            <EmptyState icon="calendar" title="No exams found.">
              <p>
                {narrowed
                  ? 'No exam has this in its name, format or start date.'
                  : 'Create the first one with the Create Exam button.'}
              </p>
            </EmptyState>
          ) : (
            <ExamTable
              exams={data}
              before={before}
              bank={bank.state === 'ready' ? bank.data : null}
              onEdit={(exam) => setModal({ state: 'edit', exam })}
              onCopy={(exam) => setModal({ state: 'create', copyOf: exam })}
              onDelete={setDoomed}
            />
          )
        }
      </DeskList>
      <Pager label="Pages of exams" page={page} pages={pages} onPage={setPage} />
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
        onOutdated={asked.retry}
        onConfirm={async () => {
          if (!doomed) return;
          const path = `exams/${doomed._id}?version=${doomed.version ?? ''}`;
          await api.del(path, successReplySchema);
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
