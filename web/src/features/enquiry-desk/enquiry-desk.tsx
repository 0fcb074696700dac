/** Enquiries (/adminenquiries): what visitors wrote, newest first, found, read, answered and exported. */
import { useCallback, useState } from 'react';
import type { Enquiry } from '#contract/enquiries.ts';
import { DeskList } from '#web/components/desk/desk-list.tsx';
import { DeskCount, DeskPage, DeskToolbar } from '#web/components/desk/desk-page.tsx';
import { DownloadButton } from '#web/components/desk/download-button.tsx';
import { countPages, settlePage } from '#web/components/desk/page-of.ts';
import { Pager } from '#web/components/desk/pager.tsx';
import { SearchBox } from '#web/components/desk/search-box.tsx';
import { useSettled } from '#web/components/desk/use-settled.ts';
import { Notice } from '#web/components/ui/notice.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { EmptyState } from '#web/components/ui/state-panel.tsx';
import { useAsk } from '#web/lib/use-load.ts';
import { EnquiryDialog } from './enquiry-dialog.tsx';
import { EnquiryTable } from './enquiry-table.tsx';
import {
  type Filter,
  filterQuery,
  kindOptions,
  listEnquiries,
  PAGE_SIZE,
  stateOptions,
} from './list-enquiries.ts';

const EVERYTHING: Filter = { search: '', kind: '', state: '' };

export function EnquiryDesk() {
  const [filter, setFilter] = useState(EVERYTHING);
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Enquiry | null>(null);
  const [saved, setSaved] = useState(false);
  const settled = useSettled(filter);
  const asked = useAsk(
    useCallback((signal: AbortSignal) => listEnquiries(settled, page, signal), [settled, page]),
  );

  const total = asked.latest?.total ?? 0;
  const pages = countPages(total, PAGE_SIZE);
  if (asked.loaded.state === 'ready' && settlePage(page, pages) !== page) setPage(1);

  function narrow(change: Partial<Filter>) {
    setFilter({ ...filter, ...change });
    setPage(1);
    setSaved(false);
  }

  return (
    <DeskPage
      title="Enquiries"
      acts={
        <DownloadButton path={`enquiries/export?${filterQuery(filter)}`} fileName="Enquiries.xlsx">
          Export to Excel
        </DownloadButton>
      }
    >
      {saved && (
        <Notice tone="success" live>
          <p>The enquiry was saved.</p>
        </Notice>
      )}
      <DeskToolbar>
        <SearchBox
          label="Search enquiries..."
          value={filter.search}
          onChange={(search) => narrow({ search })}
        />
        <Select
          label="Kind"
          placeholder="All kinds"
          options={kindOptions}
          value={filter.kind}
          onChange={({ target }) => narrow({ kind: target.value })}
        />
        <Select
          label="State"
          placeholder="All states"
          options={stateOptions}
          value={filter.state}
          onChange={({ target }) => narrow({ state: target.value })}
        />
        {asked.loaded.state !== 'failed' && <DeskCount>{countEnquiries(total)}</DeskCount>}
      </DeskToolbar>
      <DeskList
        asked={asked}
        loadingLabel="Loading the enquiries…"
        failedTitle="The enquiries could not be loaded"
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="send" title="No enquiries found.">
              <p>
                {Object.values(settled).every((value) => value === '')
                  ? 'What visitors write by the forms of the site comes here.'
                  : 'Nothing has these words, this kind and this state.'}
              </p>
            </EmptyState>
          ) : (
            <EnquiryTable enquiries={data} onOpen={setOpened} />
          )
        }
      </DeskList>
      <Pager label="Pages of enquiries" page={page} pages={pages} onPage={setPage} />
      <EnquiryDialog
        opened={opened}
        onClose={() => setOpened(null)}
        onSaved={() => {
          setOpened(null);
          setSaved(true);
          asked.retry();
        }}
      />
    </DeskPage>
  );
}

function countEnquiries(count: number): string {
  return count === 1 ? '1 enquiry' : `${count.toLocaleString('en-IN')} enquiries`;
}
