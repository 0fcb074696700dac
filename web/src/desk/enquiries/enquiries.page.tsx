/** Enquiries (/adminenquiries): what visitors wrote, newest first, found, read, answered and exported. */
import { useState } from 'react';
import { type Enquiry, enquiryListSchema } from '#contract/site/enquiries.ts';
import { DeskList } from '#web/shared/desk/desk-list.tsx';
import { DeskCount, DeskPage, DeskToolbar } from '#web/shared/desk/desk-page.tsx';
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import { Pager } from '#web/shared/desk/pager.tsx';
import { SearchBox } from '#web/shared/desk/search-box.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { EnquiryDialog } from './enquiry-dialog.tsx';
import { kindOptions, stateOptions } from './enquiry-options.ts';
import { EnquiryTable } from './enquiry-table.tsx';

const PAGE_SIZE = 20;

export default function EnquiryDesk() {
  const [kind, setKind] = useState('');
  const [state, setState] = useState('');
  const found = useFound<Enquiry>('enquiries', { kind, state }, enquiryListSchema, PAGE_SIZE);
  const { asked, page, pages, total } = found;
  const [opened, setOpened] = useState<Enquiry | null>(null);
  const [saved, setSaved] = useState(false);

  return (
    <DeskPage
      title="Enquiries"
      acts={
        <DownloadButton path={`enquiries/export?${found.query}`} fileName="Enquiries.xlsx">
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
        <SearchBox label="Search enquiries..." value={found.search} onChange={found.setSearch} />
        <Select
          label="Kind"
          placeholder="All kinds"
          options={kindOptions}
          value={kind}
          onChange={({ target }) => setKind(target.value)}
        />
        <Select
          label="State"
          placeholder="All states"
          options={stateOptions}
          value={state}
          onChange={({ target }) => setState(target.value)}
        />
        {asked.latest && <DeskCount>{formatCount(total, 'enquiry', 'enquiries')}</DeskCount>}
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
                {found.narrowed
                  ? 'Nothing matches these words, this kind and this state.'
                  : 'What visitors write in the site’s forms appears here.'}
              </p>
            </EmptyState>
          ) : (
            <EnquiryTable enquiries={data} onOpen={setOpened} />
          )
        }
      </DeskList>
      <Pager label="Pages of enquiries" page={page} pages={pages} onPage={found.setPage} />
      <EnquiryDialog
        opened={opened}
        onClose={() => setOpened(null)}
        onSaved={() => {
          setOpened(null);
          setSaved(true);
          asked.retry();
        }}
        onTakeTheirs={(theirs) => {
          setOpened(theirs);
          asked.retry();
        }}
      />
    </DeskPage>
  );
}
