// POST auth/signup.
import { sessionReplySchema, signUpRequestSchema } from '#contract/wire/users.ts';
import { deviceCookie, deviceOf } from '../../middleware/device-cookie.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { signUp } from '../../services/users/sign-up.ts';

export const postSignUp = endpoint(
  {
    method: 'post',
    path: '/auth/signup',
    who: 'anyone',
    summary: 'Register for an Active exam; the answer and an SMS carry the new uid.',
    body: signUpRequestSchema,
    reply: sessionReplySchema,
    status: 201,
    problems: ['email-taken', 'mobile-taken', 'throttled', 'unavailable'],
  },
  async ({ deps, body, address, request, header }) => {
    const { reply, device } = await signUp(deps, body, { address, device: deviceOf(request) });
    header('set-cookie', deviceCookie(request, deps.settings.publicUrl, device));
    return reply;
  },
);
