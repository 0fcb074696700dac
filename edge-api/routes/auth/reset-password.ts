// POST auth/reset-password.

import { resetPassword } from '#api/services/auth/new-password.ts';
import { resetPasswordRequestSchema, successReplySchema } from '#contract/wire/users.ts';
import { endpoint } from '../../middleware/endpoint.ts';

export const postResetPassword = endpoint(
  {
    method: 'post',
    path: '/auth/reset-password',
    who: 'anyone',
    summary:
      'Send a one-time password by SMS, valid 30 minutes; the same answer whether the uid exists or not.',
    body: resetPasswordRequestSchema,
    reply: successReplySchema,
    problems: ['throttled', 'unavailable'],
  },
  async ({ deps, body, address }) => {
    await resetPassword(deps, { uid: body.uid, address });
    return { success: true as const };
  },
);
