/** The participants of one exam: all columns, found and paged by the server, and exported. */
import { useCallback, useState } from 'react';
import { exportFileName } from '#contract/desk/participants.ts';
import type { ExamName } from '#contract/wire/exams.ts';
import { DeskList } from '#web/shared/desk/desk-list.tsx';
import { DeskCount, DeskToolbar } from '#web/shared/desk/desk-page.tsx';
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import { countPages, settlePage } from '#web/shared/desk/page-of.ts';
import { Pager } from '#web/shared/desk/pager.tsx';
import { SearchBox } from '#web/shared/desk/search-box.tsx';
import { useSettled } from '#web/shared/desk/use-settled.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { listParticipants, PAGE_SIZE } from './list-participants.ts';
import { ParticipantTable } from './participant-table.tsx';

export function ExamParticipants({ exam }: { exam: ExamName }) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const searched = useSettled(search.trim());
  const asked = useAsk(
    useCallback(
      (signal: AbortSignal) =>
        listParticipants({ examId: exam._id, search: searched, page }, signal),
      [exam._id, searched, page],
    ),
  );
  const { latest, loaded } = asked;
  const total = latest?.total ?? 0;
  const pages = countPages(total, PAGE_SIZE);
  // The list has shrunk below this page (specification section 4).
  if (loaded.state === 'ready' && settlePage(page, pages) !== page) setPage(1);
  const hasAnyone = latest !== null && (total > 0 || search !== '' || searched !== '');

  return (
    <>
      {hasAnyone && (
        <DeskToolbar>
          <SearchBox
            label="Search participants..."
            value={search}
            onChange={(typed) => {
              setSearch(typed);
              setPage(1);
            }}
          />
          <DeskCount>{countPeople(total, searched !== '')}</DeskCount>
          <DownloadButton
            path={`exams/by-exam/${exam._id}/export`}
            fileName={exportFileName(exam.name)}
          >
            Export to Excel
          </DownloadButton>
        </DeskToolbar>
      )}
      <DeskList
        asked={asked}
        loadingLabel="Loading the participants…"
        failedTitle="The participants could not be loaded"
      >
        {({ participants, sections }) => {
          if (participants.length > 0)
            return (
              <ParticipantTable
                examName={exam.name}
                examId={exam._id}
                onChanged={asked.retry}
                participants={participants}
                sections={sections}
              />
            );
          if (!hasAnyone)
            return <EmptyState icon="user" title="No users found for the selected exam." />;
          return (
            <EmptyState icon="user" title="Nobody found">
              <p>No participant has this in their name, e-mail, mobile, UID, city or TxnID.</p>
            </EmptyState>
          );
        }}
      </DeskList>
      <Pager label="Pages of participants" page={page} pages={pages} onPage={setPage} />
    </>
  );
}

function countPeople(count: number, found: boolean): string {
  const people = formatCount(count, 'participant');
  return found ? `${people} found` : people;
}
