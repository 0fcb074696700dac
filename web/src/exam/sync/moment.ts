// When something is done, for the event that says so.
import type { Moment } from '../local-db/append-event.ts';
import type { ServerClock } from './server-clock.ts';

export function momentOf(
  clock: Pick<ServerClock, 'now' | 'wall' | 'confirmed'>,
  { startedAt }: { startedAt: number },
): Moment {
  return {
    at: Math.round(clock.wall()),
    elapsed: Math.max(0, clock.now() - startedAt),
    ...(!clock.confirmed() && { unsure: true }),
  };
}
