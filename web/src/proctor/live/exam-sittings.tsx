/**
 * The candidates of one exam, by state and by search: a list like any other of the desk, but loaded again every ten
 * seconds.
 */
import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router-dom';
import { listSorts } from '#contract/desk/list-sorts.ts';
import {
  type LiveFilter,
  type LiveRow,
  type LiveState,
  liveFilters,
  liveSittingsSchema,
} from '#contract/desk/live.ts';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { useFoundBy, useLooking } from '#web/shared/desk/use-found.ts';
import { formatTime } from '#web/shared/format.ts';
import { api, type CallOptions } from '#web/shared/http.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ago, filterNames, span, stateNames } from './in-words.ts';
import styles from './live.module.css';
import { BoardLink, ExamFigures, ExamTimes, LiveExams, liveLinks } from './live-exams.tsx';
import { RefreshedLine, useRefreshed } from './use-refreshed.tsx';

const listing = { name: 'live', pageSize: 50, sorts: listSorts.live };
const narrowed = { ...listing, filters: [{ name: 'filter' }] };

interface ExamSittingsProps {
  examId: string;
  /** The filter named in the address; null for none. */
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
      async (options: CallOptions) => {
        const { data, total } = await api.getPage(wanted, liveSittingsSchema, options);
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
        <Notice tone="warn" title="We can’t find this exam" live>
          <p>It may have been deleted, or the address is wrong. Choose another below.</p>
        </Notice>
        <LiveExams />
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
          <BoardLink examId={exam.examId} />
          <ExamFigures exam={exam} current={filter} />
        </header>
      )}
      {filter === 'silent' && (
        <p className={styles.why}>
          We hear from a phone when its candidate does something. A silent candidate may be offline,
          or just thinking. Answers stay on the phone until we hear from it again.
        </p>
      )}
      <RefreshedLine refreshed={refreshed} />
      <FoundList
        found={found}
        one="candidate"
        icon="user"
        order="Unsorted"
        none={{
          narrowed:
            found.search === ''
              ? `No candidates in this exam are in “${filterNames[filter]}”.`
              : 'No candidates match your search.',
          empty: 'Candidates will appear here when they start this exam.',
        }}
        caption={filterNames[filter]}
        columns={filter === 'not-started' ? whoColumns : sittingColumns(now)}
        rowKey={({ uid }) => uid}
      />
    </>
  );
}

/** The badge of each state. */
const looks: Readonly<Record<LiveState, { tone: Tone; icon?: IconName }>> = {
  'not-started': { tone: 'neutral' },
  'under-way': { tone: 'accent', icon: 'clock' },
  silent: { tone: 'warn', icon: 'alert' },
  'handed-in': { tone: 'success', icon: 'check' },
  closed: { tone: 'neutral', icon: 'shield' },
};

type Sitting = NonNullable<LiveRow['sitting']>;

const whoColumns: DeskColumn<LiveRow>[] = [
  {
    key: 'who',
    head: 'Candidate',
    sort: 'name',
    rowHead: true,
    wraps: true,
    least: 8,
    cell: ({ fullName, uid }) => (
      <span>
        <bdi>{fullName}</bdi> <span className={styles.beside}>{uid}</span>
      </span>
    ),
  },
  {
    key: 'state',
    head: 'Status',
    width: 7.5,
    cell: ({ state }) => <Badge {...looks[state]}>{stateNames[state]}</Badge>,
  },
];

/** @param now milliseconds since 1970 by the server's clock, when it read the rows */
function sittingColumns(now: number): DeskColumn<LiveRow>[] {
  return [
    ...whoColumns,
    fact('answered', 'Answered', 4.75, ({ answered, questions }) =>
      questions === 0 ? '—' : `${answered} of ${questions}`,
    ),
    fact(
      'waiting',
      'On the phone',
      6,
      ({ waiting }) => `${waiting.toLocaleString('en-IN')} waiting`,
    ),
    fact('heard', 'Last heard', 5, ({ lastHeardAt }) => ago(now - Date.parse(lastHeardAt))),
    {
      key: 'deadline',
      head: 'Ends',
      sort: 'ends',
      width: 9,
      cell: ({ sitting, state }) => sitting && <Deadline {...{ sitting, state, now }} />,
    },
    fact('extra', 'Extra time', 5, ({ extraSeconds }) =>
      extraSeconds === 0 ? 'None' : span(extraSeconds * 1_000),
    ),
    fact('devices', 'Device changes', 6.75, ({ deviceChanges }) => String(deviceChanges)),
    fact('held', 'Late, to decide', 6.25, ({ held }) =>
      held === 0 ? '0' : <strong className={styles.urgent}>{held}</strong>,
    ),
    fact('late', 'Late, counts', 7, ({ lateWork }) =>
      lateWork ? `Silent ${lateWork.before} + ${lateWork.after} min` : 'None',
    ),
  ];
}

/** A column about the sitting. It is empty for candidates who haven't started. */
function fact(
  key: string,
  head: string,
  width: number,
  cell: (sitting: Sitting) => ReactNode,
): DeskColumn<LiveRow> {
  const sort = listSorts.live.find((each) => each === key);
  return {
    key,
    head,
    ...(sort && { sort }),
    width,
    numeric: true,
    cell: ({ sitting }) => sitting && cell(sitting),
  };
}

function Deadline({ sitting, state, now }: { sitting: Sitting; state: LiveState; now: number }) {
  const left = Date.parse(sitting.deadline) - now;
  const isOpen = state === 'under-way' || state === 'silent';
  return (
    <>
      {formatTime(sitting.deadline)}
      {isOpen && (
        <span className={styles.beside}>
          {' '}
          {left > 0 ? `${span(Math.ceil(left / 60_000) * 60_000)} left` : 'Time’s up'}
        </span>
      )}
    </>
  );
}
