/** The people of one exam, by state and by words. */
import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { type LiveFilter, liveFilters, liveSittingsSchema } from '#contract/desk/live.ts';
import { DeskList } from '#web/shared/desk/desk-list.tsx';
import { DeskCount, DeskToolbar } from '#web/shared/desk/desk-page.tsx';
import { countPages, Pager, settlePage } from '#web/shared/desk/pager.tsx';
import { SearchBox, useSettled } from '#web/shared/desk/search-box.tsx';
import { api } from '#web/shared/http.ts';
import { Icon } from '#web/ui/icon.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { ExamTimes } from './exam-board.tsx';
import { ExamFigures } from './exam-figures.tsx';
import { filterNames } from './in-words.ts';
import styles from './live.module.css';
import { liveLinks } from './live-links.ts';
import { RefreshedLine } from './refreshed-line.tsx';
import { SittingTable } from './sitting-table.tsx';
import { useRefreshed } from './use-refreshed.ts';

const PAGE_SIZE = 50;

interface ExamSittingsProps {
  examId: string;
  /** As the address says it. */
  filter: string | null;
}

export function ExamSittings({ examId, filter: named }: ExamSittingsProps) {
  const filter: LiveFilter = liveFilters.find((each) => each === named) ?? 'started';
  const [search, setSearch] = useState('');
  const [{ page, of }, setPage] = useState({ page: 1, of: filter });
  if (of !== filter) setPage({ page: 1, of: filter });
  const settled = useSettled(search);
  const refreshed = useRefreshed(
    useCallback(
      (signal: AbortSignal) => {
        const query = { filter, search: settled, page: String(page), pageSize: String(PAGE_SIZE) };
        const path = `live/${encodeURIComponent(examId)}/sittings?${new URLSearchParams(query)}`;
        return api.getPage(path, liveSittingsSchema, { signal });
      },
      [examId, filter, settled, page],
    ),
  );
  const { asked } = refreshed;
  const total = asked.latest?.total ?? 0;
  const pages = countPages(total, PAGE_SIZE);
  const turn = (to: number) => setPage({ page: to, of: filter });
  if (asked.loaded.state === 'ready' && settlePage(page, pages) !== page) turn(1);

  const exam = asked.latest?.data.exam;
  return (
    <>
      <p>
        <Link to={liveLinks.board} className={styles.back}>
          <Icon name="arrow-left" size="sm" /> All exams
        </Link>
      </p>
      {exam && (
        <header className={styles.head}>
          <h2 className={styles.name}>{exam.name}</h2>
          <ExamTimes exam={exam} />
          <ExamFigures exam={exam} current={filter} />
        </header>
      )}
      {filter === 'silent' && (
        <p className={styles.why}>
          A phone speaks when its candidate does something. Who is silent may have no network, or
          may be thinking; answers stay on the phone until it is heard again.
        </p>
      )}
      <RefreshedLine refreshed={refreshed} />
      <DeskToolbar>
        <SearchBox
          label="Search candidates..."
          value={search}
          onChange={(words) => {
            setSearch(words);
            turn(1);
          }}
        />
        {asked.loaded.state === 'ready' && (
          <DeskCount>
            {filterNames[filter]}: {total.toLocaleString('en-IN')}
          </DeskCount>
        )}
      </DeskToolbar>
      <DeskList
        asked={asked}
        loadingLabel="Loading the candidates…"
        failedTitle="The candidates could not be loaded"
      >
        {({ data: { rows, now } }) =>
          rows.length === 0 ? (
            <EmptyState icon="user" title="Nobody here.">
              <p>
                {settled === ''
                  ? `No candidate of this exam is under “${filterNames[filter]}”.`
                  : 'No candidate matches your search.'}
              </p>
            </EmptyState>
          ) : (
            <SittingTable rows={rows} now={Date.parse(now)} />
          )
        }
      </DeskList>
      <Pager label="Pages of candidates" page={page} pages={pages} onPage={turn} />
    </>
  );
}
