// POST exams/updateuser.
import * as z from 'zod/mini';
import { refreshUser } from '#api/services/users/read-user.ts';
import { userReplySchema } from '#contract/wire/users.ts';
import { endpoint, requireOwn } from '../../middleware/endpoint.ts';

export const postUpdateUser = endpoint(
  {
    method: 'post',
    path: '/exams/updateuser',
    who: 'candidate-or-admin',
    summary: 'The fresh user, after asking the gateway about their open payments.',
    body: z.object({
      uid: z.string().check(z.maxLength(40)),
      eid: z.nullish(z.string().check(z.maxLength(40))),
    }),
    reply: userReplySchema,
    problems: ['not-found'],
  },
  async ({ deps, caller, body }) => ({
    user: await refreshUser(deps, requireOwn(caller, body.uid)),
  }),
);
