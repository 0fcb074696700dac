/**
 * A list of the desk, whole: what was just done, search, filters, how many, export, how it is looked at, the rows or why there are
 * none, the pages. One shape for all lists.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { formatCount } from '#web/shared/format-count.ts';
import { Select } from '#web/ui/field.tsx';
import type { IconName } from '#web/ui/icon.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice, type NoticeTone } from '#web/ui/notice.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { ageWords } from './age-words.ts';
import { DeskCount, DeskList, DeskToolbar } from './desk-page.tsx';
import { type Chosen, DeskTable } from './desk-table.tsx';
import { DownloadButton } from './download-button.tsx';
import { Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';
import type { DeskColumn } from './sortable-head.tsx';
import type { Found } from './use-found.ts';
import { ViewMenu } from './view-menu.tsx';

export interface Filter {
  /** As the server's query calls it. */
  name: string;
  label: string;
  /** While nothing is chosen: "All statuses". */
  placeholder: string;
  options: readonly { value: string; label: string }[];
  hint?: ReactNode;
}

interface FoundListProps<Row> {
  found: Found<Row>;
  /** What a row is, and several: "enquiry", "enquiries". */
  one: string;
  many?: string;
  icon?: IconName;
  filters?: readonly Filter[];
  /** The workbook of all that is found; without a name there is none. */
  workbook?: string;
  /** What was just done: "The enquiry was saved." */
  done?: ReactNode;
  /** Unless it was done as wished. */
  tone?: NoticeTone | undefined;
  /** Why there is nothing: under this search and filter, and at all. */
  none: { narrowed: string; empty: string };
  /** What stands there, toolbar and all, while there is nothing to search in. */
  blank?: ReactNode;
  /** How the rows stand while nobody sorts them: "Newest first". */
  order?: string;
  /** Names the table: "Exams". */
  caption: string;
  columns: readonly DeskColumn<Row>[];
  rowKey: (row: Row) => string;
  rowClass?: (row: Row) => string | undefined;
  spanning?: (row: Row) => ReactNode;
  /** What changes how the whole list is shown. */
  acts?: ReactNode;
  /** The page's rows with others that shall stay in sight. */
  withRows?: (rows: readonly Row[]) => readonly Row[];
  bulk?: (chosen: Chosen<Row>) => ReactNode;
}

export function FoundList<Row extends object>(props: FoundListProps<Row>) {
  const { found, one, many = `${one}s`, icon, filters = [], workbook, done, none } = props;
  const { blank, caption, columns, rowKey, rowClass, spanning, withRows, bulk } = props;
  const { order = 'Newest first', tone = 'success' } = props;
  const actsOn = (chosen: Chosen<Row>) => (
    <>
      {bulk?.(chosen)}
      {workbook && (
        <DownloadButton
          small
          path={found.exportPathOf(chosen.rows.map(rowKey))}
          fileName={workbook}
        >
          Export selected
        </DownloadButton>
      )}
    </>
  );
  const isSlow = useSlow(found.asked.loaded.state === 'loading');
  const loadingLabel = `Loading the ${many}…`;
  const isBlank =
    blank !== undefined &&
    found.asked.latest?.total === 0 &&
    !found.narrowed &&
    found.search === '';
  return (
    <>
      {done && (
        <Notice tone={tone} live>
          <p>{done}</p>
        </Notice>
      )}
      {!isBlank && (
        <DeskToolbar ofList>
          <SearchBox label={`Search ${many}...`} value={found.search} onChange={found.setSearch} />
          {filters.map(({ name, ...select }) => (
            <Select
              key={name}
              {...select}
              value={found.filters[name] ?? ''}
              onChange={({ target }) => found.setFilter(name, target.value)}
            />
          ))}
          {found.asked.latest && (
            <DeskCount>
              {isSlow
                ? 'Loading…'
                : [formatCount(found.total, one, many), ageWords(found.asked.latest.age ?? 0)]
                    .filter((words) => words !== '')
                    .join(', ')}
            </DeskCount>
          )}
          {workbook && (
            <DownloadButton
              path={found.exportPath}
              fileName={workbook}
              {...(found.narrowed && {
                hint: `Includes ${found.total === 1 ? 'the' : 'all'} ${formatCount(found.total, one, many)} found.`,
              })}
            >
              Export to Excel
            </DownloadButton>
          )}
          {props.acts}
          <ViewMenu found={found} columns={columns} order={order} />
        </DeskToolbar>
      )}
      <DeskList
        asked={found.asked}
        loadingLabel={loadingLabel}
        failedTitle={`We couldn’t load the ${many}`}
      >
        {({ data, before }) => {
          const rows = withRows?.(data) ?? data;
          if (rows.length > 0)
            return (
              <DeskTable
                {...{ caption, columns, rows, before, rowKey, found }}
                {...(rowClass && { rowClass })}
                {...(spanning && { spanning })}
                {...((bulk || workbook) && { bulk: actsOn })}
              />
            );
          if (isSlow) return <Loading label={loadingLabel} onRetry={found.asked.retry} />;
          if (isBlank) return blank;
          return (
            <EmptyState {...(icon && { icon })} title={`No ${many} found.`}>
              <p>{found.narrowed ? none.narrowed : none.empty}</p>
            </EmptyState>
          );
        }}
      </DeskList>
      <Pager
        label={`Pages of ${many}`}
        page={found.page}
        pages={found.pages}
        onPage={(page) => found.setPage(page)}
      />
    </>
  );
}

/** What stood there before is as good as the answer for a moment, and wrong for longer. */
const A_MOMENT_MS = 400;

function useSlow(isLoading: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setSlow(true), A_MOMENT_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isLoading]);
  return slow;
}
