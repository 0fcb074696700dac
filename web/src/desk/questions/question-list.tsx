/** The question bank, page by page: search, filter by type, sort; edit, archive or delete questions, singly or several at once. */
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { listSorts } from '#contract/desk/list-sorts.ts';
import { type Question, type QuestionChanged, questionSchema } from '#contract/desk/questions.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { type Filter, FoundList } from '#web/shared/desk/found-list.tsx';
import { RecordLink, RowAct } from '#web/shared/desk/row-act.tsx';
import {
  type ActOutcome,
  doToAll,
  type UndoableAct,
  undoable,
  useOutcome,
} from '#web/shared/desk/undoable.tsx';
import { type Found, useFound } from '#web/shared/desk/use-found.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { rescorePath } from '#web/shared/paths.ts';
import type { Asked } from '#web/shared/use-load.ts';
import { HistoryDialog } from './history-dialog.tsx';
import { editId, questionColumns } from './question-columns.tsx';
import { QuestionEdit, useEdits } from './question-edit.tsx';

interface QuestionListProps {
  types: Asked<TypeCounts>;
  /** A counter that goes up when an import has changed the bank; the list is then loaded again. */
  imports: number;
}

const stateFilter = {
  name: 'state',
  label: 'Show',
  placeholder: 'In the bank',
  options: [{ value: 'Archived', label: 'Archived' }],
};

const putAway = async (question: Question) => {
  const { _id, version } = question;
  await api.post(`questions/${_id}/archive`, { version }, successReplySchema);
  return question;
};
const putBack = async (question: Question) => {
  await api.post(`questions/${question._id}/bring-back`, {}, successReplySchema);
  return question;
};

const archive: UndoableAct<Question, Question> = {
  past: 'archived',
  act: putAway,
  undo: putBack,
  undone: 'brought back',
};

const bringBack: UndoableAct<Question, Question> = {
  past: 'brought back',
  act: putBack,
  undo: putAway,
  undone: 'archived',
};

const none = {
  narrowed: 'No questions match your search and filters.',
  empty: 'Upload a file to fill the bank. The template shows the columns of an Excel file.',
};

export function QuestionList({ types, imports }: QuestionListProps) {
  const found = useQuestions();
  const { asked } = found;
  const edits = useEdits();
  const [doomed, setDoomed] = useState<readonly Question[]>([]);
  const [history, setHistory] = useState<Question | null>(null);
  const archived = found.filters.state === 'Archived';
  const [told, tell] = useOutcome(asked);

  const seenImports = useRef(imports);
  useEffect(() => {
    if (seenImports.current === imports) return;
    seenImports.current = imports;
    asked.retry();
  }, [imports, asked.retry]);

  // After editing, moves the focus back to the row's Edit button, once the row is an ordinary one again.
  const backTo = useRef<string | null>(null);
  useEffect(() => {
    const edit = backTo.current === null ? null : document.getElementById(editId(backTo.current));
    if (!edit) return;
    edit.focus();
    backTo.current = null;
  });

  function reload(what: ActOutcome) {
    tell(what);
    types.retry();
  }

  const run = undoable<Question>({
    one: 'question',
    nameOf: ({ Questions }) => shorten(Questions),
    tell: reload,
  });

  function saved(changed: QuestionChanged) {
    const sat = changed.affectedSittings;
    reload({
      tone: 'success',
      done: (
        <>
          Question saved.
          {sat > 0 && (
            <>
              {` ${formatCount(sat, 'sitting')} used this question. `}
              <RecordLink to={rescorePath(changed._id)}>See what would change</RecordLink>
            </>
          )}
        </>
      ),
    });
  }

  async function remove({ _id, version }: Question) {
    const seen = version === undefined ? '' : `?version=${version}`;
    await api.del(`questions/${_id}${seen}`, successReplySchema);
    edits.end(_id);
  }

  async function archiveEdited(question: Question) {
    try {
      await putAway(question);
    } catch (error) {
      const code = error instanceof ApiProblem ? error.code : null;
      if (code === 'changed-meanwhile') edits.end(question._id); // the list shows the other version
      // Not found: an earlier press archived it, and its reply was lost.
      if (code !== 'not-found') throw error;
    }
    edits.end(question._id);
    return question;
  }

  const [only] = doomed;
  return (
    <>
      <FoundList
        found={found}
        one="question"
        icon="bookmark"
        filters={[typeFilter(types, found.filters.type ?? ''), stateFilter]}
        workbook="questions.xlsx"
        {...told}
        none={none}
        caption="Questions"
        columns={questionColumns({
          archived,
          onBringBack: (question) => run([question], bringBack),
          onHistory: setHistory,
          onEdit: edits.begin,
          onDelete: (question) => setDoomed([question]),
        })}
        rowKey={({ _id }) => _id}
        withRows={edits.withRows}
        spanning={(question) => {
          const opened = edits.of(question._id);
          if (!opened) return null;
          const end = () => {
            edits.end(question._id);
            backTo.current = question._id;
          };
          return (
            <QuestionEdit
              key={opened.version}
              opened={opened}
              onSaved={(changed) => {
                end();
                saved(changed);
              }}
              onTakeTheirs={(theirs) => {
                edits.begin(theirs);
                asked.retry();
              }}
              onOutdated={asked.retry}
              onArchive={() => run([opened], { ...archive, act: archiveEdited })}
              onHistory={() => setHistory(opened)}
              onEnd={end}
            />
          );
        }}
        bulk={({ rows, clear }) => {
          const all = async (act: UndoableAct<Question, Question>) => {
            await run(rows, act);
            clear();
          };
          if (archived) return <RowAct onClick={() => all(bringBack)}>Bring back</RowAct>;
          return (
            <>
              <RowAct onClick={() => all(archive)}>Archive</RowAct>
              <RowAct danger onClick={() => setDoomed(rows)}>
                Delete
              </RowAct>
            </>
          );
        }}
      />
      <HistoryDialog question={history} onClose={() => setHistory(null)} />
      <ConfirmDialog
        open={only !== undefined}
        title={doomed.length > 1 ? `Delete these ${doomed.length} rows?` : 'Delete this row?'}
        action="Delete"
        pendingLabel="Deleting…"
        onClose={() => setDoomed([])}
        onOutdated={asked.retry}
        onConfirm={async () => {
          if (doomed.length === 1 && only) {
            await remove(only);
            reload({ done: 'The question was deleted.', tone: 'success' });
          } else reload(await doToAll(doomed, remove, 'question', 'deleted'));
        }}
      >
        <p>
          <strong>{only && shorten(only.Questions)}</strong>
          {doomed.length > 1 && ` and ${formatCount(doomed.length - 1, 'other')}`}
        </p>
        <p>
          {doomed.length > 1
            ? 'They’ll be removed from the bank. Papers already drawn keep them.'
            : 'It’ll be removed from the bank. Papers already drawn keep it.'}
        </p>
        <p>
          A question that no paper has is gone for good. If you might want it back, archive it
          instead.
        </p>
      </ConfirmDialog>
    </>
  );
}

const SHORT = 160;

function shorten(text: string): string {
  const letters = [...text];
  return letters.length <= SHORT ? text : `${letters.slice(0, SHORT).join('').trimEnd()}…`;
}

/** The filter by type; each option says how many questions that type has. */
function typeFilter(types: Asked<TypeCounts>, value: string): Filter {
  const known = types.latest ?? [];
  const options = known.map(({ type, count }) => ({
    value: type,
    label: `${type} (${count.toLocaleString('en-IN')})`,
  }));
  // A chosen type stays an option after its last question has left the bank, until another type is chosen.
  const gone = value !== '' && !known.some(({ type }) => type === value);
  return {
    name: 'type',
    label: 'Type',
    placeholder: 'All types',
    options: gone ? [...options, { value, label: value }] : options,
    hint: types.loaded.state === 'failed' && (
      <RowAct icon="refresh" onClick={types.retry}>
        Reload the types
      </RowAct>
    ),
  };
}

// Loads a page of questions, and the types with the number of questions of each.

const listSchema = z.array(questionSchema);
const typesSchema = z.array(z.object({ type: z.string(), count: z.number() }));
type TypeCounts = z.output<typeof typesSchema>;

const listing = {
  filters: [{ name: 'type' }, { name: 'state', options: [{ value: 'Archived' }] }],
  sorts: listSorts.questions,
  workbook: 'download',
};

function useQuestions(): Found<z.output<typeof questionSchema>> {
  return useFound('questions', listSchema, listing);
}

export function listTypes(signal: AbortSignal) {
  return api.get('exams/question-counts', typesSchema, { signal });
}
