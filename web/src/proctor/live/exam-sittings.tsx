/** The people of one exam, by state and by words: a list as any other of the desk, asked for again every ten seconds. */
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { listSorts } from '#contract/desk/list-sorts.ts';
import {
  type LiveFilter,
  type LiveRow,
  liveFilters,
  liveSittingsSchema,
} from '#contract/desk/live.ts';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { useFoundBy, useLooking } from '#web/shared/desk/use-found.ts';
import { api } from '#web/shared/http.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ExamBoard, ExamTimes } from './exam-board.tsx';
import { ExamFigures } from './exam-figures.tsx';
import { filterNames } from './in-words.ts';
import styles from './live.module.css';
import { liveLinks } from './live-links.ts';
import { sittingColumns, whoColumns } from './sitting-columns.tsx';
import { RefreshedLine, useRefreshed } from './use-refreshed.tsx';

const listing = { name: 'live', pageSize: 50, sorts: listSorts.live };
const narrowed = { ...listing, filters: [{ name: 'filter' }] };

interface ExamSittingsProps {
  examId: string;
  /** As the address says it. */
  filter: string | null;
}

export function ExamSittings({ examId, filter: named }: ExamSittingsProps) {
  const filter: LiveFilter = liveFilters.find((each) => each === named) ?? 'started';
  const looking = useLooking(
    `live/${encodeURIComponent(examId)}/sittings`,
    filter === named ? narrowed : listing,
  );
  const { wanted, before } = looking;
  const refreshed = useRefreshed(
    useCallback(
      async (signal: AbortSignal) => {
        const { data, total } = await api.getPage(wanted, liveSittingsSchema, { signal });
        return { exam: data.exam, now: Date.parse(data.now), data: data.rows, total, before };
      },
      [wanted, before],
    ),
  );
  const { asked } = refreshed;
  const found = useFoundBy<LiveRow>(looking, asked, 'last');
  const { exam, now = 0 } = asked.latest ?? {};
  if (!exam && asked.loaded.state === 'failed' && asked.loaded.code === 'not-found')
    return (
      <>
        <Notice tone="warn" title="There is no such exam" live>
          <p>It may have been deleted, or the address is wrong. Choose another one below.</p>
        </Notice>
        <ExamBoard />
      </>
    );
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
          A phone is heard from when its candidate does something. A silent candidate may have no
          network, or may be thinking. Answers stay on the phone until it is heard from again.
        </p>
      )}
      <RefreshedLine refreshed={refreshed} />
      <FoundList
        found={found}
        one="candidate"
        icon="user"
        order="As they come in the exam"
        none={{
          narrowed:
            found.search === ''
              ? `No candidate of this exam is in “${filterNames[filter]}”.`
              : 'No candidate matches your search.',
          empty: 'Candidates appear here when they start this exam.',
        }}
        caption={filterNames[filter]}
        columns={filter === 'not-started' ? whoColumns : sittingColumns(now)}
        rowKey={({ uid }) => uid}
      />
    </>
  );
}
