// POST exams/:id/sitting: starts the sitting, or gives the device what it needs to go on.
import * as z from 'zod/mini';
import { openReplySchema, openRequestSchema } from '#contract/wire/sync.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { openSitting } from '../../services/sittings/open-sitting.ts';

export const openSittingEndpoint = endpoint(
  {
    method: 'post',
    path: '/exams/:id/sitting',
    who: 'candidate',
    whileBlocked: true,
    summary:
      'Opens the caller’s sitting on a device: the paper, the deadline and the device’s turn (offline rules 10, 15, 20).',
    params: z.object({ id: idSchema }),
    body: openRequestSchema,
    reply: openReplySchema,
    problems: [
      'account-blocked',
      'not-found',
      'not-eligible',
      'exam-inactive',
      'exam-paused',
      'not-open-yet',
      'exam-over',
      'already-submitted',
      'open-elsewhere',
      'device-not-allowed',
      'section-too-large',
      'unavailable',
    ],
  },
  ({ deps, caller, params, body }) => openSitting(deps, caller, params.id, body),
);
