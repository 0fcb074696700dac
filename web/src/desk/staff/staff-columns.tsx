/** The columns of the list of staff, with the acts on each account. */
import type { Staff, StaffRole } from '#contract/desk/staff.ts';
import { NO_VALUE } from '#web/shared/desk/no-value.ts';
import { MoreActs } from '#web/shared/desk/pop-over.tsx';
import { RowAct, RowActs } from '#web/shared/desk/row-act.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { formatDate } from '#web/shared/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import styles from './staff.module.css';

const nouns: Record<StaffRole, string> = { proctor: 'proctor', admin: 'administrator' };

export const nounOf = ({ role }: { role: StaffRole }): string => nouns[role];

export type StaffAct = 'edit' | 'exams' | 'password' | 'revoke' | 'restore';

export function staffColumns(
  /** Whether the person signed in is SuperAdmin, who alone may change administrators' accounts. */
  isSuperAdmin: boolean,
  onAct: (act: StaffAct, staff: Staff) => void,
): DeskColumn<Staff>[] {
  return [
    {
      key: 'name',
      head: 'Name',
      sort: 'name',
      rowHead: true,
      wraps: true,
      // A long name is cut off; the role next to it isn't.
      cell: ({ uid, role, fullName }) => (
        <>
          <span id={nameId(uid)}>
            <bdi>{fullName}</bdi>
          </span>{' '}
          {role === 'admin' && <span className={styles.role}>{nouns.admin}</span>}
        </>
      ),
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
    {
      key: 'email',
      head: 'Email',
      sort: 'email',
      width: 10.25,
      cell: ({ email }) => email || NO_VALUE,
    },
    {
      key: 'exams',
      head: 'Exams',
      numeric: true,
      width: 4.5,
      cell: ({ role, exams }) => (role === 'admin' ? 'All' : exams),
    },
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
      cell: (staff) => {
        if (staff.role === 'admin' && !isSuperAdmin) return null;
        const act = (which: StaffAct) => ({
          'aria-describedby': nameId(staff.uid),
          onClick: () => onAct(which, staff),
        });
        if (staff.revokedAt !== null) return <RowAct {...act('restore')}>Restore</RowAct>;
        return (
          <RowActs>
            <RowAct {...act('edit')}>Edit</RowAct>
            {staff.role === 'proctor' && <RowAct {...act('exams')}>Exams</RowAct>}
            <MoreActs describedBy={nameId(staff.uid)}>
              <button type="button" onClick={() => onAct('password', staff)}>
                New password
              </button>
              <button type="button" onClick={() => onAct('revoke', staff)}>
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
  return `staff-${uid}`;
}
