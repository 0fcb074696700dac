// The least that tells a device whether something has changed that it must ask for.
import type { SittingState } from '#contract/wire/sync.ts';

export function timeTold({
  state,
  deadline,
  paused,
}: {
  state: SittingState;
  deadline: number;
  paused: number | null;
}) {
  return {
    deadline: new Date(deadline).toISOString(),
    ...(paused !== null && { pausedAt: new Date(paused).toISOString() }),
    state,
  };
}
