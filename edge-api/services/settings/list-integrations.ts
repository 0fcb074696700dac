// What the server works with outside itself, and what its own books say of each without asking.

import * as z from 'zod/mini';
import type { Integration } from '#contract/desk/settings.ts';
import { instant } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';

const countsSchema = z.tuple([
  z.object({ waiting: z.int(), failed: z.int(), open: z.int(), review: z.int(), files: z.int() }),
]);

const COUNTS = `select
  (select count(*)::int from sms_outbox where next_try_at is not null) as waiting,
  (select count(*)::int from sms_outbox where state = 'failed' and purpose <> 'nobody' and error is distinct from 'superseded'
     and created_at > ${instant('$1')} - interval '1 day') as failed,
  (select count(*)::int from orders where next_check_at is not null) as open,
  (select count(*)::int from orders where state = 'review') as review,
  (select count(*)::int from files) as files`;

export async function listIntegrations({
  db,
  now,
  settings,
}: Deps): Promise<{ name: Integration; provider: string; facts: string[] }[]> {
  const [counts] = countsSchema.parse(await db.rows(COUNTS, [now()]));
  const { payments, sms, files } = settings.providers;
  return [
    { name: 'database', provider: db.kind, facts: [] },
    { name: 'files', provider: files, facts: [`${say(counts.files, 'file')} kept`] },
    {
      name: 'payments',
      provider: payments,
      facts: [
        `${say(counts.open, 'payment')} still being asked about`,
        ...(counts.review > 0 ? [`${say(counts.review, 'payment')} to look at`] : []),
      ],
    },
    {
      name: 'sms',
      provider: sms,
      facts: [
        `${say(counts.waiting, 'message')} waiting`,
        ...(counts.failed > 0
          ? [`${say(counts.failed, 'message')} not delivered in the last day`]
          : []),
      ],
    },
  ];
}

function say(count: number, thing: string): string {
  return count === 1 ? `1 ${thing}` : `${count.toLocaleString('en-IN')} ${thing}s`;
}
