// POST sync/push: a device's events reach the log (offline rules 8–10).
import { pushReplySchema, pushRequestSchema } from '#contract/wire/sync.ts';
import { endpointByStatement } from '../../middleware/endpoint.ts';
import { pushEvents } from '../../services/sittings/push-events.ts';

export const pushEventsEndpoint = endpointByStatement(
  {
    method: 'post',
    path: '/sync/push',
    who: 'candidate',
    whileBlocked: true,
    summary:
      'Appends what the candidate did to the sitting’s log and acknowledges it (offline rules 8–10).',
    body: pushRequestSchema,
    bodyLimit: 1_000_000, // a thousand events are some 150 KB, with pages named in them more
    reply: pushReplySchema,
    problems: [
      'not-found',
      'open-elsewhere',
      'not-open-yet',
      'device-not-allowed',
      'too-large',
      'throttled',
      'unavailable',
    ],
  },
  ({ deps, asker, body }) => pushEvents(deps, asker, body),
);
