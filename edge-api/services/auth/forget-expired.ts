// Sweeps out what has run its time: sessions, devices that signed in once, counts of tries, messages long done with.
import { instant } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';

export async function forgetExpired(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deps.db.rows(`delete from sessions where expires_at < ${instant('$1')}`, [deps.now()]);
  await deps.db.rows(`delete from signed_in_before where expires_at < ${instant('$1')}`, [
    deps.now(),
  ]);
  await deps.db.rows(`delete from throttles where resets_at < ${instant('$1')}`, [deps.now()]);
  await deps.db.rows(
    `delete from sms_outbox where next_try_at is null
       and created_at < ${instant('$1')} - interval '30 days'`,
    [deps.now()],
  );
}
