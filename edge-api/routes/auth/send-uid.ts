// POST auth/send-uid.

import { sendUid } from '#api/services/auth/find-uid.ts';
import { sendUidRequestSchema, successReplySchema } from '#contract/wire/users.ts';
import { endpoint } from '../../middleware/endpoint.ts';

export const postSendUid = endpoint(
  {
    method: 'post',
    path: '/auth/send-uid',
    who: 'anyone',
    summary:
      'Send the uid by SMS to a registered mobile number; the same answer whether the number is registered or not.',
    body: sendUidRequestSchema,
    reply: successReplySchema,
    problems: ['throttled'],
  },
  async ({ deps, body, address }) => {
    await sendUid(deps, { mobile: body.mobile, address });
    return { success: true as const };
  },
);
