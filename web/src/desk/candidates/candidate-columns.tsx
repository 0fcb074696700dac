/** The columns of the list of candidates; the name links to the candidate's page. */
import type { CandidateRow } from '#contract/desk/candidates.ts';
import type { UserStatus } from '#contract/wire/users.ts';
import { NO_VALUE } from '#web/shared/desk/no-value.ts';
import { RecordLink } from '#web/shared/desk/row-act.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { formatDate } from '#web/shared/format.ts';
import { candidatePath } from '#web/shared/paths.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';

export const candidateColumns: readonly DeskColumn<CandidateRow>[] = [
  {
    key: 'name',
    head: 'Name',
    sort: 'name',
    rowHead: true,
    wraps: true,
    cell: ({ uid, fullName }) => (
      <RecordLink to={candidatePath(uid)}>
        <bdi>{fullName}</bdi>
      </RecordLink>
    ),
  },
  { key: 'uid', head: 'UID', sort: 'uid', width: 5.5, cell: ({ uid }) => <code>{uid}</code> },
  {
    key: 'mobile',
    head: 'Mobile',
    sort: 'mobile',
    width: 6.5,
    cell: ({ mobile }) => mobile || NO_VALUE,
  },
  { key: 'email', head: 'Email', sort: 'email', width: 11, cell: ({ email }) => email || NO_VALUE },
  {
    key: 'exam',
    head: 'Exam',
    sort: 'exam',
    width: 11,
    wraps: true,
    cell: ({ exam }) => <span>{exam ?? NO_VALUE}</span>,
  },
  {
    key: 'status',
    head: 'Status',
    sort: 'status',
    width: 7,
    cell: (candidate) => <StandingBadge {...candidate} />,
  },
  {
    key: 'registered',
    head: 'Registered',
    sort: 'registered',
    width: 8.5,
    cell: ({ registeredAt }) => formatDate(registeredAt),
  },
];

// A candidate's status, or that they are blocked, as a badge.

const tones: Record<UserStatus, Tone> = {
  Registered: 'neutral',
  'Fees Paid': 'accent',
  Completed: 'success',
};

export function StatusBadge({ status }: { status: UserStatus }) {
  return <Badge tone={tones[status]}>{status}</Badge>;
}

interface StandingBadgeProps {
  status: UserStatus | null;
  blockedAt: string | null;
}

/** For a blocked candidate, “Blocked” replaces the status, because it matters more. */
export function StandingBadge({ status, blockedAt }: StandingBadgeProps) {
  if (blockedAt !== null)
    return (
      <Badge tone="danger" icon="cross">
        Blocked
      </Badge>
    );
  return status === null ? NO_VALUE : <StatusBadge status={status} />;
}
