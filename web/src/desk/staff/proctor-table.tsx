/** One page of proctors, with the acts on each. */
import type { Proctor } from '#contract/desk/staff.ts';
import { MoreActs } from '#web/shared/desk/more-acts.tsx';
import { RowAct, RowActs } from '#web/shared/desk/row-act.tsx';
import { formatDate } from '#web/shared/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import styles from './staff.module.css';

export type ProctorAct = 'edit' | 'exams' | 'password' | 'revoke' | 'restore';

interface ProctorTableProps {
  proctors: readonly Proctor[];
  onAct: (act: ProctorAct, proctor: Proctor) => void;
}

export function ProctorTable({ proctors, onAct }: ProctorTableProps) {
  const columns: Column<Proctor>[] = [
    {
      key: 'name',
      head: 'Name',
      rowHead: true,
      cell: ({ uid, fullName }) => (
        <span id={nameId(uid)} className={styles.name}>
          {fullName}
        </span>
      ),
    },
    {
      key: 'status',
      head: 'Status',
      cell: ({ revokedAt }) =>
        revokedAt === null ? (
          <Badge tone="success" icon="check">
            Active
          </Badge>
        ) : (
          <Badge icon="cross">Revoked</Badge>
        ),
    },
    { key: 'uid', head: 'UID', cell: ({ uid }) => <span className={styles.code}>{uid}</span> },
    { key: 'mobile', head: 'Mobile', cell: ({ mobile }) => mobile },
    {
      key: 'email',
      head: 'Email',
      cell: ({ email }) => <span className={styles.email}>{email || '—'}</span>,
    },
    { key: 'exams', head: 'Exams', numeric: true, cell: ({ exams }) => exams },
    {
      key: 'created',
      head: 'Added',
      cell: ({ createdAt }) => <span className={styles.line}>{formatDate(createdAt)}</span>,
    },
    {
      key: 'actions',
      head: 'Actions',
      pinned: true,
      cell: (proctor) => {
        const act = (which: ProctorAct) => ({
          'aria-describedby': nameId(proctor.uid),
          onClick: () => onAct(which, proctor),
        });
        if (proctor.revokedAt !== null) return <RowAct {...act('restore')}>Restore</RowAct>;
        return (
          <RowActs>
            <RowAct {...act('edit')}>Edit</RowAct>
            <RowAct {...act('exams')}>Exams</RowAct>
            <MoreActs describedBy={nameId(proctor.uid)}>
              <button type="button" onClick={() => onAct('password', proctor)}>
                New password
              </button>
              <button type="button" onClick={() => onAct('revoke', proctor)}>
                Revoke
              </button>
            </MoreActs>
          </RowActs>
        );
      },
    },
  ];
  return (
    <DataTable
      caption="Proctors"
      captionHidden
      dense
      columns={columns}
      rows={proctors}
      rowKey={({ uid }) => uid}
    />
  );
}

function nameId(uid: string): string {
  return `proctor-${uid}`;
}
