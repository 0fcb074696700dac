/**
 * Mark documents of one exam: chooses which candidates are shown, and says how many are marked. Leaving a mark that was typed
 * but not saved asks first.
 */
import { useCallback, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import type { MarkingFilter } from '#contract/desk/marking.ts';
import { idSchema } from '#contract/wire/values.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { DeskCount, DeskList, DeskPage, DeskToolbar } from '#web/shared/desk/desk-page.tsx';
import { useUnsaved } from '#web/shared/desk/leave-guard.tsx';
import { useWayBack } from '#web/shared/desk/row-act.tsx';
import { LONGEST_SEARCH, SearchBox, useSearch } from '#web/shared/desk/search-box.tsx';
import { examScorePath } from '#web/shared/paths.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { tellResultsPath } from '../messages/text-results-dialog.tsx';
import styles from './marking.module.css';
import { listMarkable, MarkingDesk, PAGE_SIZE } from './marking-desk.tsx';

const filters: readonly { value: MarkingFilter; label: string }[] = [
  { value: 'to-mark', label: 'To mark' },
  { value: 'marked', label: 'Marked' },
  { value: 'all', label: 'All' },
];

export default function Marking() {
  const { examId = '' } = useParams();
  // An address may be old or mistyped: whatever the server would refuse in it is ignored.
  const [address, setAddress] = useSearchParams();
  const filter = filters.find(({ value }) => value === address.get('show'))?.value ?? 'to-mark';
  /** The id of the last sitting on each page before this one. */
  const turned = address.getAll('after').filter((id) => idSchema.safeParse(id).success);
  const after = turned.at(-1) ?? '';
  const searched = (address.get('search') ?? '').slice(0, LONGEST_SEARCH);
  const shown = address.toString();
  const asked = useAsk(
    useCallback(
      async (signal: AbortSignal) => ({
        ...(await listMarkable({ examId, filter, search: searched, after }, signal)),
        of: shown,
      }),
      [examId, filter, searched, after, shown],
    ),
  );
  /** Marks saved here since the list was loaded, by sitting id; null for a removed mark. */
  const [given, setGiven] = useState<ReadonlyMap<string, number | null>>(new Map());
  const list = asked.latest?.data;
  const isGone = asked.loaded.state === 'failed' && asked.loaded.code === 'not-found' && !list;
  const changed = list?.rows.map(({ sittingId, mark }) => ({
    before: mark !== null,
    now: given.has(sittingId) ? given.get(sittingId) !== null : mark !== null,
  }));
  const more = changed?.reduce((sum, { before, now }) => sum + Number(now) - Number(before), 0);

  const [unsaved, setUnsaved] = useState<string | null>(null);
  /** What to do once the marker agrees to lose the unsaved mark. */
  const [pending, setPending] = useState<{ go: () => void } | null>(null);
  const leave = (go: () => void) => (unsaved === null ? go() : setPending({ go }));
  useUnsaved(() => unsaved !== null);

  // Saved and typed marks belong to the list that the previous address showed.
  const [last, setLast] = useState(shown);
  if (shown !== last) {
    setLast(shown);
    setGiven(new Map());
    setUnsaved(null);
  }

  const { state } = useLocation();
  const put = (next: URLSearchParams, replace: boolean) =>
    setAddress(next, { replace, state, preventScrollReset: true });
  /** Adds an entry to the browser's history, so that Back leads to the previous page of the list. */
  const turnTo = (pages: readonly string[]) => put(addressOf(filter, searched, pages), false);
  const [search, setSearch] = useSearch(searched, (typed) =>
    put(addressOf(filter, typed, []), true),
  );

  return (
    <DeskPage
      title="Mark documents"
      acts={
        <LinkButton to={useWayBack(examScorePath(examId))} icon="arrow-left">
          Exam Score
        </LinkButton>
      }
    >
      {list && <p className={styles.exam}>{list.examName}</p>}
      {!isGone && (
        <DeskToolbar>
          <SearchBox
            label="Search name or UID..."
            value={search}
            onChange={(typed) => leave(() => setSearch(typed))}
          />
          <Field label="Show">
            {(control) => (
              <select
                {...control}
                value={filter}
                onChange={({ target }) =>
                  leave(() => put(addressOf(target.value, searched, []), true))
                }
              >
                {filters.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {list && <DeskCount>{`${list.marked + (more ?? 0)} of ${list.ended} marked`}</DeskCount>}
        </DeskToolbar>
      )}
      <DeskList
        asked={asked}
        loadingLabel="Loading the candidates…"
        failedTitle="We couldn’t load the candidates"
        one="exam"
      >
        {({ data, of }) =>
          data.rows.length === 0 ? (
            <EmptyState icon="circle-check" title={emptyTitle(filter, data.ended, searched, after)}>
              {after !== '' && <Button onClick={() => turnTo([])}>Back to the first page</Button>}
              {after === '' && data.ended > 0 && filter === 'to-mark' && searched === '' && (
                <>
                  <p>To see a mark again, choose All under Show.</p>
                  <LinkButton to={tellResultsPath(examId)} icon="send">
                    Tell candidates by text message
                  </LinkButton>
                </>
              )}
            </EmptyState>
          ) : (
            // A mark typed while another list is on its way would be lost when that comes.
            <div className={styles.listed} inert={of !== shown || search.trim() !== searched}>
              <MarkingDesk
                key={of}
                rows={data.rows}
                given={given}
                onGiven={(sittingId, documents) =>
                  setGiven(new Map(given).set(sittingId, documents))
                }
                onUnsaved={setUnsaved}
                leave={leave}
                onBack={after === '' ? null : () => turnTo(turned.slice(0, -1))}
                onForward={
                  data.rows.length < PAGE_SIZE
                    ? null
                    : () => turnTo([...turned, data.rows.at(-1)?.sittingId ?? ''])
                }
              />
            </div>
          )
        }
      </DeskList>
      <ConfirmDialog
        open={pending !== null}
        title="Leave without saving?"
        action="Leave without saving"
        pendingLabel="Leaving…"
        onClose={() => setPending(null)}
        onConfirm={async () => {
          setUnsaved(null);
          pending?.go();
        }}
      >
        <p>
          Your changes for <strong>{unsaved}</strong> aren’t saved yet.
        </p>
      </ConfirmDialog>
    </DeskPage>
  );
}

function addressOf(show: string, search: string, pages: readonly string[]): URLSearchParams {
  const address = new URLSearchParams(pages.map((id) => ['after', id]));
  if (show !== 'to-mark') address.set('show', show);
  if (search !== '') address.set('search', search);
  return address;
}

function emptyTitle(filter: MarkingFilter, ended: number, search: string, after: string): string {
  if (after !== '') return 'That was the last page.';
  if (search !== '') return 'Nobody found.';
  if (ended === 0) return 'No candidate has finished this exam yet.';
  return filter === 'marked' ? 'Nothing has been marked yet.' : 'Everything has been marked.';
}
