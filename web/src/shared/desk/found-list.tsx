/**
 * A complete list of the desk: what was just done, search, filters, the count, the export, the view, the rows or why
 * there are none, and the pages. All lists have this one shape.
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
  /** The name of the parameter in the server's query. */
  name: string;
  label: string;
  /** Shown while nothing is chosen: "All statuses". */
  placeholder: string;
  options: readonly { value: string; label: string }[];
  hint?: ReactNode;
}

interface FoundListProps<Row> {
  found: Found<Row>;
  /** What a row is called, one and several: "enquiry", "enquiries". */
  one: string;
  many?: string;
  icon?: IconName;
  filters?: readonly Filter[];
  /** File name of the workbook of everything found; without it there is no export. */
  workbook?: string;
  /** What was just done: "The enquiry was saved." */
  done?: ReactNode;
  /** The tone of `done`; given when something went otherwise than wished. */
  tone?: NoticeTone | undefined;
  /** Why there are no rows: under this search and filter, and at all. */
  none: { narrowed: string; empty: string };
  /** Replaces the list, toolbar included, while there is nothing to search in. */
  blank?: ReactNode;
  /** The order of the rows while nobody sorts them: "Newest first". */
  order?: string;
  /** The name of the table: "Exams". */
  caption: string;
  columns: readonly DeskColumn<Row>[];
  rowKey: (row: Row) => string;
  rowClass?: (row: Row) => string | undefined;
  spanning?: (row: Row) => ReactNode;
  /** Acts that change how the whole list is shown. */
  acts?: ReactNode;
  /** Adds rows that must stay in sight to the rows of the page. */
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

/** For a moment, the previous rows pass for the reply; longer than this they would mislead. */
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
