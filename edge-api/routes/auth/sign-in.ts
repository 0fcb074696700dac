// POST auth/signin.
import { sessionReplySchema, signInRequestSchema } from '#contract/users.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { signIn } from '../../services/auth/sign-in.ts';

export const postSignIn = endpoint(
  {
    method: 'post',
    path: '/auth/signin',
    who: 'anyone',
    summary: 'Sign in with a uid, in any case, and a password or a one-time password.',
    body: signInRequestSchema,
    reply: sessionReplySchema,
    problems: ['invalid-login', 'throttled', 'unavailable'],
  },
  ({ deps, body, address }) => signIn(deps, { ...body, address }),
);
