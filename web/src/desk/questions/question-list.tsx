/** The bank page by page: searched, filtered by type, rows edited in place or deleted. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Question, QuestionChanged } from '#contract/desk/questions.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { DeskList } from '#web/shared/desk/desk-list.tsx';
import { DeskCount, DeskToolbar } from '#web/shared/desk/desk-page.tsx';
import { countPages, settlePage } from '#web/shared/desk/page-of.ts';
import { Pager } from '#web/shared/desk/pager.tsx';
import { SearchBox } from '#web/shared/desk/search-box.tsx';
import { useSettled } from '#web/shared/desk/use-settled.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { rescorePath } from '#web/shared/paths.ts';
import { type Asked, useAsk } from '#web/shared/use-load.ts';
import { Notice } from '#web/ui/notice.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { listQuestions, PAGE_SIZE, type TypeCounts } from './list-questions.ts';
import { QuestionTable } from './question-table.tsx';
import { TypeFilter } from './type-filter.tsx';
import { useEdits } from './use-edits.ts';

interface QuestionListProps {
  types: Asked<TypeCounts>;
  /** Another number: the bank has changed. */
  imports: number;
}

export function QuestionList({ types, imports }: QuestionListProps) {
  const [address] = useSearchParams();
  const [search, setSearch] = useState(address.get('search') ?? '');
  const [type, setType] = useState('');
  const [page, setPage] = useState(1);
  const settled = useSettled(search);
  const asked = useAsk(
    // biome-ignore lint/correctness/useExhaustiveDependencies: an import changes what there is to ask for.
    useCallback(
      (signal: AbortSignal) => listQuestions({ search: settled, type, page }, signal),
      [settled, type, page, imports],
    ),
  );
  const edits = useEdits();
  const [doomed, setDoomed] = useState<Question | null>(null);
  const [done, setDone] = useState<ReactNode>(null);

  const total = asked.latest?.total ?? 0;
  const pages = countPages(total, PAGE_SIZE);
  // The list has shrunk below this page (specification section 4).
  if (asked.loaded.state === 'ready' && settlePage(page, pages) !== page) setPage(1);

  // Told once the list is as it is now: what stood there before has an older version, which the server refuses.
  const toTell = useRef<ReactNode>(null);
  const isLoading = asked.loaded.state === 'loading';
  useEffect(() => {
    if (isLoading || toTell.current === null) return;
    setDone(toTell.current);
    toTell.current = null;
  }, [isLoading]);

  function reload(what: ReactNode) {
    setDone(null);
    toTell.current = what;
    asked.retry();
    types.retry();
  }

  function saved(changed: QuestionChanged) {
    const sat = changed.affectedSittings;
    reload(
      <>
        The question was saved.
        {sat > 0 && (
          <>
            {` ${formatCount(sat, 'sitting')} used this question. `}
            <Link to={rescorePath(changed._id)}>See what would change</Link>
          </>
        )}
      </>,
    );
  }

  return (
    <>
      {done && (
        <Notice tone="success" live>
          <p>{done}</p>
        </Notice>
      )}
      <DeskToolbar>
        <SearchBox
          label="Search questions..."
          value={search}
          onChange={(typed) => {
            setSearch(typed);
            setPage(1);
          }}
        />
        <TypeFilter
          types={types}
          value={type}
          onChange={(chosen) => {
            setType(chosen);
            setPage(1);
          }}
        />
        {asked.latest && <DeskCount>{formatCount(total, 'question')}</DeskCount>}
      </DeskToolbar>
      <DeskList
        asked={asked}
        loadingLabel="Loading the questions…"
        failedTitle="The questions could not be loaded"
      >
        {({ data }) => {
          const rows = edits.withRows(data);
          return rows.length === 0 ? (
            <EmptyState icon="bookmark" title="No questions found.">
              <p>
                {settled === '' && type === ''
                  ? 'Upload a file to fill the bank. The template shows the columns of an Excel file.'
                  : 'No question matches your search and type.'}
              </p>
            </EmptyState>
          ) : (
            <QuestionTable
              questions={rows}
              before={(page - 1) * PAGE_SIZE}
              edits={edits}
              onSaved={saved}
              onOutdated={asked.retry}
              onDelete={setDoomed}
            />
          );
        }}
      </DeskList>
      <Pager label="Pages of questions" page={page} pages={pages} onPage={setPage} />
      <ConfirmDialog
        open={doomed !== null}
        title="Delete this row?"
        action="Delete"
        pendingLabel="Deleting…"
        onClose={() => setDoomed(null)}
        onOutdated={asked.retry}
        onConfirm={async () => {
          if (!doomed) return;
          const seen = doomed.version === undefined ? '' : `?version=${doomed.version}`;
          await api.del(`questions/${doomed._id}${seen}`, successReplySchema);
          edits.end(doomed._id);
          reload('The question was deleted.');
        }}
      >
        <p>
          <strong>{doomed && shorten(doomed.Questions)}</strong>
        </p>
        <p>It leaves the bank. Papers that were drawn with it keep it.</p>
      </ConfirmDialog>
    </>
  );
}

const SHORT = 160;

function shorten(text: string): string {
  const letters = [...text];
  return letters.length <= SHORT ? text : `${letters.slice(0, SHORT).join('').trimEnd()}…`;
}
