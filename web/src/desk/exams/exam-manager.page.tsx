/** Exam Manager: find, create, change, archive and delete exams. */
import { useCallback, useState } from 'react';
import { type Exam, examSchema, examStatuses } from '#contract/wire/exams.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { examFormats } from '#contract/wire/values.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import {
  type ActOutcome,
  doToAll,
  Undo,
  type UndoableAct,
  undoable,
  useOutcome,
} from '#web/shared/desk/undoable.tsx';
import { useExamPages } from '#web/shared/exam/use-exam-pages.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { hearTime, serverNow } from '#web/shared/server-now.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { examColumns, examRowClass, isPast, setStatus } from './exam-columns.tsx';
import { ExamFormDialog, type ExamModal } from './exam-form-dialog.tsx';
import { bankCountsSchema } from './exam-form-values.ts';
import styles from './exams.module.css';
import { FirstSteps } from './first-steps.tsx';
import { StartCodesDialog } from './start-codes-dialog.tsx';
import { TextStartDialog } from './text-start-dialog.tsx';

/** Labelled differently from Status and Format in the exam form, so that no two fields of the page have the same label. */
const examFilters = [
  {
    name: 'status',
    label: 'Show',
    placeholder: 'All exams',
    options: [...examStatuses, 'Archived', 'Deleted'].map((value) => ({ value, label: value })),
  },
  {
    name: 'format',
    label: 'Papers',
    placeholder: 'All formats',
    options: examFormats.map((value) => ({ value, label: value })),
  },
];

const putAway = (exam: Exam, act: 'archive' | 'bring-back', despite?: true) =>
  api.post(`exams/${exam._id}/${act}`, { version: exam.version, despite }, examSchema);

const archive: UndoableAct<Exam, Exam> = {
  past: 'archived',
  act: (exam) => putAway(exam, 'archive'),
  undo: (archived) => putAway(archived, 'bring-back'),
  undone: 'brought back',
};

const bringBack: UndoableAct<Exam, Exam> = {
  past: 'brought back',
  act: (exam) => putAway(exam, 'bring-back'),
  undo: (back) => putAway(back, 'archive'),
  undone: 'archived',
};

const remove = ({ _id, version }: Exam, despite: 0 | 1) =>
  api.del(`exams/${_id}?version=${version ?? ''}&despite=${despite}`, successReplySchema);

/** Sends no version: the deletion gave the exam a new one, which its reply doesn't contain. */
const undelete = ({ _id }: Exam) => api.post(`exams/${_id}/bring-back`, {}, examSchema);

const bringBackDeleted: UndoableAct<Exam, Exam> = {
  past: 'brought back',
  act: undelete,
  undo: (back) => remove(back, 1),
  undone: 'deleted',
};

/** @returns what would be left undone, when that is the reason why the server refused */
const leftUndone = (error: unknown) =>
  error instanceof ApiProblem ? error.fields.despite : undefined;

const nameOf = ({ name }: Exam) => name;

/** Whether an Active exam got another start that is still to come, so that candidates who have paid should be told. */
const isMoved = (before: Exam, after: Exam, now: number) =>
  before.startDate !== after.startDate && after.status === 'Active' && !isPast(after, now);

export default function ExamManager() {
  const found = useExamPages('exams');
  const { asked } = found;
  const [bank, countBank] = useLoad('exams/question-counts', bankCountsSchema, hearTime);
  const [modal, setModal] = useState<ExamModal>({ state: 'closed' });
  const [doomed, setDoomed] = useState<Exam | null>(null);
  /** The exam that would be deleted although something is `left` to do; the administrator is being asked. */
  const [undone, setUndone] = useState<{ exam: Exam; left: string } | null>(null);
  /** Exams not archived yet, each with what is left to do; the administrator is being asked. */
  const [unfinished, setUnfinished] = useState<ReadonlyMap<Exam, string>>(new Map());
  const [coded, setCoded] = useState<Exam | null>(null);
  const [texted, setTexted] = useState<Exam | null>(null);
  const [told, tell] = useOutcome(asked);
  const now = serverNow();
  const isDeleted = found.filters.status === 'Deleted';
  const [changing, setChanging] = useState(false);
  const close = useCallback(() => setModal({ state: 'closed' }), []);

  function reload(what: ActOutcome) {
    tell(what);
    countBank();
  }
  const run = undoable<Exam>({ one: 'exam', nameOf, tell: reload });

  async function deleteOne(exam: Exam, despite: 0 | 1) {
    await remove(exam, despite);
    const takeBack = async () =>
      reload(await doToAll([exam], undelete, 'exam', 'brought back', nameOf));
    const said = (
      <>
        “{exam.name}” was deleted. <Undo onUndo={takeBack} />
      </>
    );
    reload({ done: said, tone: 'success' });
  }

  /** Archives the exams, except those with something left to do, about which the administrator is asked. */
  async function archiveAll(exams: readonly Exam[]) {
    const left = new Map<Exam, string>();
    const tries = new Map<Exam, Promise<Exam>>();
    for (const exam of exams) {
      const trying = putAway(exam, 'archive');
      await trying.catch((error: unknown) => {
        const why = leftUndone(error);
        if (why) left.set(exam, why);
      });
      if (!left.has(exam)) tries.set(exam, trying);
    }
    const tried = [...tries.keys()];
    if (tried.length > 0)
      await run(tried, { ...archive, act: (exam) => tries.get(exam) ?? putAway(exam, 'archive') });
    setUnfinished(left);
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
      <FoundList
        found={found}
        one="exam"
        icon="calendar"
        {...told}
        none={{
          narrowed:
            'No exams match your search and filters. You can search by name, format and start date.',
          empty: 'Create the first one with the Create Exam button.',
        }}
        blank={
          <FirstSteps
            questions={
              bank.state === 'ready' ? bank.data.reduce((sum, { count }) => sum + count, 0) : null
            }
            onCreate={() => setModal({ state: 'create', copyOf: null })}
          />
        }
        filters={examFilters}
        order="Latest start first"
        caption="Exams"
        columns={examColumns(now, {
          bank: bank.state === 'ready' ? bank.data : null,
          onEdit: (exam) => setModal({ state: 'edit', exam }),
          onCopy: (exam) => setModal({ state: 'create', copyOf: exam }),
          onStartCodes: setCoded,
          onTextStart: setTexted,
          onDelete: setDoomed,
          onArchive: (exam) => archiveAll([exam]),
          onBringBack: (exam) => run([exam], isDeleted ? bringBackDeleted : bringBack),
          isDeleted,
        })}
        rowKey={({ _id }) => _id}
        rowClass={(exam) => examRowClass(exam, now)}
        bulk={({ rows, clear }) => {
          const all = async (act: () => Promise<void>) => {
            setChanging(true);
            await act();
            setChanging(false);
            clear();
          };
          if (isDeleted || found.filters.status === 'Archived')
            return (
              <RowAct
                pending={changing}
                onClick={() => all(() => run(rows, isDeleted ? bringBackDeleted : bringBack))}
              >
                Bring back
              </RowAct>
            );
          return (
            <>
              {examStatuses.map((status) => (
                <RowAct
                  key={status}
                  pending={changing}
                  onClick={() =>
                    all(async () => {
                      const others = rows.filter((exam) => exam.status !== status);
                      const act = (exam: Exam) => setStatus(exam, status);
                      reload(await doToAll(others, act, 'exam', `made ${status}`));
                    })
                  }
                >
                  Make {status}
                </RowAct>
              ))}
              <RowAct pending={changing} onClick={() => all(() => archiveAll(rows))}>
                Archive
              </RowAct>
            </>
          );
        }}
      />
      <ExamFormDialog
        modal={modal}
        onOpen={setModal}
        onClose={() => {
          close();
          // The exam may be there: its creation may have lost only the reply.
          if (modal.state === 'create') asked.retry();
        }}
        onSaved={(exam, created) => {
          close();
          const done = (
            <>
              “{exam.name}” was {created ? 'created' : 'updated'}.{' '}
              {modal.state === 'edit' && isMoved(modal.exam, exam, now) && (
                <RowAct onClick={() => setTexted(exam)}>Text candidates the new start time</RowAct>
              )}
            </>
          );
          reload({ done, tone: 'success' });
        }}
      />
      <ConfirmDialog
        open={unfinished.size > 0}
        title={
          unfinished.size > 1
            ? `Archive these ${unfinished.size} exams anyway?`
            : 'Archive this exam anyway?'
        }
        action="Archive"
        pendingLabel="Archiving…"
        onClose={() => setUnfinished(new Map())}
        onConfirm={() =>
          run([...unfinished.keys()], {
            ...archive,
            act: (exam) => putAway(exam, 'archive', true),
          })
        }
      >
        <ul className={styles.left}>
          {[...unfinished.values()].map((why) => (
            <li key={why}>{why}</li>
          ))}
        </ul>
        <p>Nobody can open an archived exam. Nothing is lost, and you can bring it back.</p>
      </ConfirmDialog>
      <StartCodesDialog exam={coded} onClose={() => setCoded(null)} />
      <TextStartDialog
        exam={texted}
        onClose={() => setTexted(null)}
        onSent={(exam, queued) => {
          setTexted(null);
          const done = `${formatCount(queued, 'text message')} about “${exam.name}” will go out now. Each candidate’s page shows whether theirs was sent.`;
          tell({ done, tone: 'success' });
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
          await deleteOne(doomed, 0).catch((error: unknown) => {
            const left = leftUndone(error);
            if (left === undefined) throw error;
            setUndone({ exam: doomed, left });
          });
        }}
      >
        <p>
          <strong>{doomed?.name}</strong> will disappear for everyone. Candidates who took it keep
          their results.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={undone !== null}
        title="Delete this exam anyway?"
        action="Delete"
        pendingLabel="Deleting…"
        onClose={() => setUndone(null)}
        onOutdated={asked.retry}
        onConfirm={async () => {
          if (undone) await deleteOne(undone.exam, 1);
        }}
      >
        <p>{undone?.left}</p>
        <p>
          Candidates who have paid can no longer open it, and no fee is refunded. Before you delete
          it, move them to another exam under Exam Score, or refund their fees, there or under
          Applications and payments.
        </p>
      </ConfirmDialog>
    </DeskPage>
  );
}
