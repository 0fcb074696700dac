/** Course applications: who wants what, paid or not, and what the office did about it. */
import { useState } from 'react';
import {
  type DeskApplication,
  deskApplicationListSchema,
  paidNames,
} from '#contract/desk/application-desk.ts';
import { DeskList } from '#web/shared/desk/desk-list.tsx';
import { DeskCount, DeskToolbar } from '#web/shared/desk/desk-page.tsx';
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import { Pager } from '#web/shared/desk/pager.tsx';
import { SearchBox } from '#web/shared/desk/search-box.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { ApplicationDialog } from './application-dialog.tsx';
import { applicationStateOptions } from './application-state.tsx';
import { ApplicationTable } from './application-table.tsx';
import styles from './payment-desk.module.css';

const payments = [
  { value: 'yes', label: paidNames.yes },
  { value: 'no', label: paidNames.no },
];

export function ApplicationDesk() {
  const [state, setState] = useState('');
  const [paid, setPaid] = useState('');
  const found = useFound<DeskApplication>(
    'applications',
    { state, paid },
    deskApplicationListSchema,
    20,
  );
  const [opened, setOpened] = useState<DeskApplication | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return (
    <>
      {done && (
        <Notice tone="success" live>
          <p>{done}</p>
        </Notice>
      )}
      <DeskToolbar>
        <SearchBox label="Search applications..." value={found.search} onChange={found.setSearch} />
        <Select
          label="State"
          placeholder="All states"
          options={applicationStateOptions}
          value={state}
          onChange={({ target }) => setState(target.value)}
        />
        <Select
          label="Payment"
          placeholder="Paid or not"
          options={payments}
          value={paid}
          onChange={({ target }) => setPaid(target.value)}
        />
        {found.asked.latest && <DeskCount>{formatCount(found.total, 'application')}</DeskCount>}
        <section className={styles.export}>
          <DownloadButton path={`applications/export?${found.query}`} fileName="Applications.xlsx">
            Export to Excel
          </DownloadButton>
        </section>
      </DeskToolbar>
      <DeskList
        asked={found.asked}
        loadingLabel="Loading the applications…"
        failedTitle="The applications could not be loaded"
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="document" title="No applications found.">
              <p>
                {found.narrowed
                  ? 'Nobody with this name, e-mail, phone, course, transaction or note is in this state.'
                  : 'People who apply for a course on the site are listed here.'}
              </p>
            </EmptyState>
          ) : (
            <ApplicationTable applications={data} onOpen={setOpened} />
          )
        }
      </DeskList>
      <Pager
        label="Pages of applications"
        page={found.page}
        pages={found.pages}
        onPage={found.setPage}
      />
      <ApplicationDialog
        application={opened}
        onClose={() => setOpened(null)}
        onTakeTheirs={(theirs) => {
          setOpened(theirs);
          found.asked.retry();
        }}
        onSaved={({ name }) => {
          setOpened(null);
          setDone(`The application of ${name} was saved.`);
          found.asked.retry();
        }}
      />
    </>
  );
}
