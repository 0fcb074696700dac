// POST auth/signout.

import { signOut } from '#api/services/auth/sessions.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { endpoint } from '../../middleware/endpoint.ts';

export const postSignOut = endpoint(
  {
    method: 'post',
    path: '/auth/signout',
    who: 'signed-in',
    whileBlocked: true,
    summary: 'End this session; its token stops working at once.',
    reply: successReplySchema,
    beforePasswordChange: true,
    beforeSecondFactor: true,
  },
  async ({ deps, caller }) => {
    await signOut(deps.db, caller);
    return { success: true as const };
  },
);
