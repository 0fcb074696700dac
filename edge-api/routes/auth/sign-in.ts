// POST auth/signin.
import { sessionReplySchema, signInRequestSchema } from '#contract/wire/users.ts';
import { deviceCookie, deviceOf } from '../../middleware/device-cookie.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { signIn } from '../../services/auth/sign-in.ts';

export const postSignIn = endpoint(
  {
    method: 'post',
    path: '/auth/signin',
    who: 'anyone',
    summary:
      'Sign in with a uid in any case, a mobile number or an e-mail address, and a password or a one-time password; with a second factor also its code, `otp`.',
    body: signInRequestSchema,
    reply: sessionReplySchema,
    problems: [
      'invalid-login',
      'account-blocked',
      'second-factor-needed',
      'throttled',
      'unavailable',
    ],
  },
  async ({ deps, body, address, request, header }) => {
    const { reply, device } = await signIn(deps, { ...body, address, device: deviceOf(request) });
    header('set-cookie', deviceCookie(request, deps.settings.publicUrl, device));
    return reply;
  },
);
