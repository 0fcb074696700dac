/** The participants of one exam: all columns, found by name, e-mail, mobile or transaction, and exported. */
import { useCallback, useState } from 'react';
import type { ExamName } from '#contract/exams.ts';
import { DeskList } from '#web/components/desk/desk-list.tsx';
import { DeskCount, DeskToolbar } from '#web/components/desk/desk-page.tsx';
import { Pager } from '#web/components/desk/pager.tsx';
import { SearchBox } from '#web/components/desk/search-box.tsx';
import { usePages } from '#web/components/desk/use-pages.ts';
import { Notice } from '#web/components/ui/notice.tsx';
import { EmptyState } from '#web/components/ui/state-panel.tsx';
import { api } from '#web/lib/http.ts';
import { useAsk } from '#web/lib/use-load.ts';
import { ExportButton } from './export-button.tsx';
import { listParticipants } from './list-participants.ts';
import { ParticipantTable } from './participant-table.tsx';
import { sectionsOf } from './scores.ts';
import { searchParticipants } from './search-participants.ts';

/** As many rows of thirty columns as a browser scrolls without a stutter. */
const PAGE_SIZE = 50;

export function ExamParticipants({ exam }: { exam: ExamName }) {
  const asked = useAsk(
    useCallback((signal: AbortSignal) => listParticipants(api, exam._id, signal), [exam._id]),
  );
  const [search, setSearch] = useState('');
  const [exportProblem, setExportProblem] = useState<string | null>(null);
  const found = searchParticipants(asked.latest ?? [], search);
  const { rows, page, pages, setPage } = usePages(found, PAGE_SIZE);

  return (
    <DeskList
      asked={asked}
      loadingLabel="Loading the participants…"
      failedTitle="The participants could not be loaded"
    >
      {(participants) =>
        participants.length === 0 ? (
          <EmptyState icon="user" title="No users found for the selected exam." />
        ) : (
          <>
            <DeskToolbar>
              <SearchBox label="Search participants..." value={search} onChange={setSearch} />
              <DeskCount>
                {found.length === participants.length
                  ? countPeople(participants.length)
                  : `${found.length} of ${countPeople(participants.length)}`}
              </DeskCount>
              <ExportButton
                examName={exam.name}
                participants={participants}
                onProblem={setExportProblem}
              />
            </DeskToolbar>
            {exportProblem && (
              <Notice tone="danger" title="The export did not work" live>
                <p>{exportProblem}</p>
              </Notice>
            )}
            {found.length === 0 ? (
              <EmptyState icon="user" title="Nobody found">
                <p>No participant has this in their name, e-mail, mobile, UID or TxnID.</p>
              </EmptyState>
            ) : (
              <ParticipantTable
                examName={exam.name}
                participants={rows}
                sections={sectionsOf(participants)}
              />
            )}
            <Pager label="Pages of participants" page={page} pages={pages} onPage={setPage} />
          </>
        )
      }
    </DeskList>
  );
}

function countPeople(count: number): string {
  return count === 1 ? '1 participant' : `${count.toLocaleString('en-IN')} participants`;
}
