/** A proctor as a row, with the acts on them. */
import type { Proctor } from '#contract/desk/staff.ts';
import { MoreActs } from '#web/shared/desk/pop-over.tsx';
import { RowAct, RowActs } from '#web/shared/desk/row-act.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { formatDate } from '#web/shared/format.ts';
import { Badge } from '#web/ui/badge.tsx';

export type ProctorAct = 'edit' | 'exams' | 'password' | 'revoke' | 'restore';

export function proctorColumns(
  onAct: (act: ProctorAct, proctor: Proctor) => void,
): DeskColumn<Proctor>[] {
  return [
    {
      key: 'name',
      head: 'Name',
      sort: 'name',
      rowHead: true,
      wraps: true,
      cell: ({ uid, fullName }) => <bdi id={nameId(uid)}>{fullName}</bdi>,
    },
    {
      key: 'status',
      head: 'Status',
      sort: 'status',
      width: 6.5,
      cell: ({ revokedAt }) =>
        revokedAt === null ? (
          <Badge tone="success" icon="check">
            Active
          </Badge>
        ) : (
          <Badge icon="cross">Revoked</Badge>
        ),
    },
    { key: 'uid', head: 'UID', sort: 'uid', width: 6, cell: ({ uid }) => <code>{uid}</code> },
    {
      key: 'mobile',
      head: 'Mobile',
      sort: 'mobile',
      width: 6.5,
      cell: ({ mobile }) => mobile,
    },
    { key: 'email', head: 'Email', sort: 'email', width: 10.25, cell: ({ email }) => email || '—' },
    { key: 'exams', head: 'Exams', numeric: true, width: 4.5, cell: ({ exams }) => exams },
    {
      key: 'created',
      head: 'Added',
      sort: 'added',
      width: 8.75,
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    {
      key: 'actions',
      head: 'Actions',
      acts: true,
      width: 12,
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
}

function nameId(uid: string): string {
  return `proctor-${uid}`;
}
