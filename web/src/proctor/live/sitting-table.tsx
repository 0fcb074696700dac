/** One page of an exam's people: how far each is, and when their phone was heard of last. */
import type { ReactNode } from 'react';
import type { LiveRow, LiveState } from '#contract/desk/live.ts';
import { formatTime } from '#web/shared/format.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
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

interface SittingTableProps {
  rows: readonly LiveRow[];
  /** Milliseconds since 1970 by the server's clock, when it read the rows. */
  now: number;
}

export function SittingTable({ rows, now }: SittingTableProps) {
  const started = rows.some(({ sitting }) => sitting !== null);
  return (
    <DataTable
      caption="Candidates"
      captionHidden
      dense
      columns={started ? [...who, ...facts(now)] : who}
      rows={rows}
      rowKey={({ uid }) => uid}
    />
  );
}

const who: readonly Column<LiveRow>[] = [
  {
    key: 'who',
    head: 'Candidate',
    rowHead: true,
    cell: ({ fullName, uid }) => (
      <span className={styles.who}>
        {fullName} <span className={styles.detail}>{uid}</span>
      </span>
    ),
  },
  {
    key: 'state',
    head: 'State',
    cell: ({ state }) => <Badge {...looks[state]}>{stateNames[state]}</Badge>,
  },
];

function facts(now: number): Column<LiveRow>[] {
  return [
    fact('answered', 'Answered', ({ answered, questions }) => `${answered} of ${questions}`),
    fact('waiting', 'Waiting on the phone', ({ waiting }) => waiting.toLocaleString('en-IN')),
    fact('heard', 'Last heard', ({ lastHeardAt }) => ago(now - Date.parse(lastHeardAt))),
    {
      key: 'deadline',
      head: 'Ends',
      cell: ({ sitting, state }) => sitting && <Deadline {...{ sitting, state, now }} />,
    },
    fact('extra', 'Extra time', ({ extraSeconds }) =>
      extraSeconds === 0 ? 'None' : span(extraSeconds * 1_000),
    ),
    fact('devices', 'Device changes', ({ deviceChanges }) => String(deviceChanges)),
    fact('held', 'Late, to decide', ({ held }) =>
      held === 0 ? '0' : <strong className={styles.urgent}>{held}</strong>,
    ),
    fact('late', 'Late work that counts', ({ lateWork }) =>
      lateWork ? `Silent ${lateWork.before} + ${lateWork.after} min` : 'None',
    ),
  ];
}

function fact(key: string, head: string, cell: (sitting: Sitting) => ReactNode): Column<LiveRow> {
  return {
    key,
    head,
    numeric: true,
    cell: ({ sitting }) => sitting && <span className={styles.line}>{cell(sitting)}</span>,
  };
}

function Deadline({ sitting, state, now }: { sitting: Sitting; state: LiveState; now: number }) {
  const left = Date.parse(sitting.deadline) - now;
  const isOpen = state === 'under-way' || state === 'silent';
  return (
    <span className={styles.line}>
      {formatTime(sitting.deadline)}
      {isOpen && (
        <span className={styles.detail}>
          {left > 0 ? `${span(Math.ceil(left / 60_000) * 60_000)} left` : 'Time is over'}
        </span>
      )}
    </span>
  );
}
