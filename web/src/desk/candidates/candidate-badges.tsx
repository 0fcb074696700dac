/** Where a candidate stands, in a word. */
import type { UserStatus } from '#contract/wire/users.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';

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

/** Blocked says more than what they were before. */
export function StandingBadge({ status, blockedAt }: StandingBadgeProps) {
  if (blockedAt !== null)
    return (
      <Badge tone="danger" icon="cross">
        Blocked
      </Badge>
    );
  return status === null ? '—' : <StatusBadge status={status} />;
}
