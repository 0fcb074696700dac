// POST auth/change-password.

import { changePassword } from '#api/services/auth/new-password.ts';
import { changePasswordRequestSchema, successReplySchema } from '#contract/wire/users.ts';
import { deviceOf } from '../../middleware/device-cookie.ts';
import { endpoint } from '../../middleware/endpoint.ts';

export const postChangePassword = endpoint(
  {
    method: 'post',
    path: '/auth/change-password',
    who: 'signed-in',
    summary:
      'Choose a new password; all other sessions end. After a one-time password `password` may be anything.',
    body: changePasswordRequestSchema,
    reply: successReplySchema,
    problems: ['throttled', 'unavailable'],
    beforePasswordChange: true,
    beforeSecondFactor: true,
  },
  async ({ deps, caller, body, address, request }) => {
    await changePassword(deps, caller, { ...body, address, device: deviceOf(request) });
    return { success: true as const };
  },
);
