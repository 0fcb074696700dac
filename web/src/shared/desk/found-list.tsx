/** A list of the desk, whole: what was just done, search, filters, how many, export, the rows or why there are none, the pages. */
import type { ReactNode } from 'react';
import { formatCount } from '#web/shared/format-count.ts';
import type { IconName } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { DeskList } from './desk-list.tsx';
import { DeskCount, DeskToolbar } from './desk-page.tsx';
import { DownloadButton } from './download-button.tsx';
import styles from './found-list.module.css';
import { Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';
import type { Found } from './use-found.ts';

interface Filter {
  /** As the server's query calls it. */
  name: string;
  label: string;
  /** While nothing is chosen: "All states". */
  placeholder: string;
  options: readonly { value: string; label: string }[];
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
  done?: string | null;
  /** Why there is nothing: under this search and filter, and at all. */
  none: { narrowed: string; empty: string };
  /** @param before how many rows come before this page */
  children: (rows: Row[], before: number) => ReactNode;
}

export function FoundList<Row>(props: FoundListProps<Row>) {
  const { found, one, many = `${one}s`, icon, filters = [], workbook, done, none } = props;
  return (
    <>
      {done && (
        <Notice tone="success" live>
          <p>{done}</p>
        </Notice>
      )}
      <DeskToolbar>
        <SearchBox label={`Search ${many}...`} value={found.search} onChange={found.setSearch} />
        {filters.map(({ name, ...select }) => (
          <Select
            key={name}
            {...select}
            value={found.filters[name] ?? ''}
            onChange={({ target }) => found.setFilter(name, target.value)}
          />
        ))}
        {found.asked.latest && <DeskCount>{formatCount(found.total, one, many)}</DeskCount>}
        {workbook && (
          <div className={styles.export}>
            <DownloadButton path={found.exportPath} fileName={workbook}>
              Export to Excel
            </DownloadButton>
          </div>
        )}
      </DeskToolbar>
      <DeskList
        asked={found.asked}
        loadingLabel={`Loading the ${many}…`}
        failedTitle={`The ${many} could not be loaded`}
      >
        {({ data, before }) =>
          data.length === 0 ? (
            <EmptyState {...(icon && { icon })} title={`No ${many} found.`}>
              <p>{found.narrowed ? none.narrowed : none.empty}</p>
            </EmptyState>
          ) : (
            props.children(data, before)
          )
        }
      </DeskList>
      <Pager
        label={`Pages of ${many}`}
        page={found.page}
        pages={found.pages}
        onPage={found.setPage}
      />
    </>
  );
}
