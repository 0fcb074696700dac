/** One page of candidates; the name leads to everything about them. */
import { Link } from 'react-router-dom';
import type { CandidateRow } from '#contract/desk/candidates.ts';
import { formatDate } from '#web/shared/format.ts';
import { candidatePath } from '#web/shared/paths.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { StandingBadge } from './candidate-badges.tsx';
import styles from './candidates.module.css';

export function CandidateTable({ candidates }: { candidates: readonly CandidateRow[] }) {
  return (
    <DataTable
      caption="Candidates"
      captionHidden
      dense
      columns={columns}
      rows={candidates}
      rowKey={({ uid }) => uid}
    />
  );
}

const columns: Column<CandidateRow>[] = [
  {
    key: 'name',
    head: 'Name',
    rowHead: true,
    cell: ({ uid, fullName }) => (
      <Link className={styles.name} to={candidatePath(uid)}>
        {fullName}
      </Link>
    ),
  },
  { key: 'uid', head: 'UID', cell: ({ uid }) => <span className={styles.code}>{uid}</span> },
  {
    key: 'contact',
    head: 'Mobile, e-mail',
    cell: ({ mobile, email }) => (
      <span className={styles.contact}>
        {mobile || '—'}
        <span className={styles.detail}>{email}</span>
      </span>
    ),
  },
  {
    key: 'exam',
    head: 'Exam',
    cell: ({ exam }) => <span className={styles.exam}>{exam ?? '—'}</span>,
  },
  { key: 'status', head: 'Status', cell: (candidate) => <StandingBadge {...candidate} /> },
  {
    key: 'registered',
    head: 'Registered',
    cell: ({ registeredAt }) => <span className={styles.line}>{formatDate(registeredAt)}</span>,
  },
];
