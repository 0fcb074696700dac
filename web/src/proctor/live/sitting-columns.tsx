/** Somebody of an exam as a row: how far they are, and when their phone was heard of last. */
import type { ReactNode } from 'react';
import { listSorts } from '#contract/desk/list-sorts.ts';
import type { LiveRow, LiveState } from '#contract/desk/live.ts';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { formatTime } from '#web/shared/format.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import type { IconName } from '#web/ui/icon.tsx';
import { ago, span, stateNames } from './in-words.ts';
import styles from './live.module.css';

const looks: Readonly<Record<LiveState, { tone: Tone; icon?: IconName }>> = {
  'not-started': { tone: 'neutral' },
  'under-way': { tone: 'accent', icon: 'clock' },
  silent: { tone: 'warn', icon: 'alert' },
  'handed-in': { tone: 'success', icon: 'check' },
  closed: { tone: 'neutral', icon: 'shield' },
};

type Sitting = NonNullable<LiveRow['sitting']>;

export const whoColumns: DeskColumn<LiveRow>[] = [
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
export function sittingColumns(now: number): DeskColumn<LiveRow>[] {
  return [
    ...whoColumns,
    fact('answered', 'Answered', 4.75, ({ answered, questions }) => `${answered} of ${questions}`),
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

/** Of those who have started; the others have none. */
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
          {left > 0 ? `${span(Math.ceil(left / 60_000) * 60_000)} left` : 'Time is over'}
        </span>
      )}
    </>
  );
}
