// POST auth/signout.
import { successReplySchema } from '#contract/wire/users.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { signOut } from '../../services/auth/sign-out.ts';

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
