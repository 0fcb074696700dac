// POST exams/allow-another.
import { allowAnotherRequestSchema } from '#contract/desk/participants.ts';
import { userReplySchema } from '#contract/wire/users.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { allowAnother } from '../../services/users/allow-another.ts';

export const postAllowAnother = endpoint(
  {
    method: 'post',
    path: '/exams/allow-another',
    who: 'admin',
    summary: 'Let a Completed candidate apply for one more exam; their result stays.',
    body: allowAnotherRequestSchema,
    reply: userReplySchema,
    problems: ['not-found'],
  },
  async ({ deps, caller, body }) => ({ user: await allowAnother(deps, caller.uid, body) }),
);
