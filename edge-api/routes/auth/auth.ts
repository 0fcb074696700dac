// Sign-up, sign-in, sign-out, passwords, and what a person needs who forgot the password or the uid.

import { parse, serialize } from 'hono/utils/cookie';
import { sendUid } from '#api/services/auth/find-user.ts';
import { DEVICE_DAYS } from '#api/services/auth/guess-limits.ts';
import { changePassword, resetPassword } from '#api/services/auth/new-password.ts';
import { signOut } from '#api/services/auth/sessions.ts';
import {
  changePasswordRequestSchema,
  resetPasswordRequestSchema,
  sendUidRequestSchema,
  signUpRequestSchema,
} from '#contract/site/registration.ts';
import {
  sessionReplySchema,
  signInRequestSchema,
  successReplySchema,
} from '#contract/wire/users.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { signIn } from '../../services/auth/sign-in.ts';
import { signUp } from '../../services/users/sign-up.ts';

export const postSignUp = endpoint(
  {
    route: 'post /auth/signup',
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

export const postSignIn = endpoint(
  {
    route: 'post /auth/signin',
    who: 'anyone',
    summary:
      'Sign in with a uid in any case, a mobile number or an email address, and a password or a one-time password; with a second factor also its code, `otp`.',
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

export const postSignOut = endpoint(
  {
    route: 'post /auth/signout',
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

export const postResetPassword = endpoint(
  {
    route: 'post /auth/reset-password',
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

export const postChangePassword = endpoint(
  {
    route: 'post /auth/change-password',
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

export const postSendUid = endpoint(
  {
    route: 'post /auth/send-uid',
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

const NAME = 'device';
/** Browsers accept this name over https only, so that a page without https can't set the cookie. */
const SECURE_NAME = `__Secure-${NAME}`;

// The device token of a browser that somebody signed in from, in a cookie that scripts can't read and other sites' pages
// can't send. On its own it gives no access. The browser sends it with calls to `auth/` only.
function deviceOf(request: Request): string | null {
  const kept = parse(request.headers.get('cookie') ?? '');
  return kept[SECURE_NAME] ?? kept[NAME] ?? null;
}

/** The Set-Cookie header that stores the device token in the browser. */
function deviceCookie(request: Request, publicUrl: string, token: string): string {
  const secure = publicUrl.startsWith('https:');
  return serialize(secure ? SECURE_NAME : NAME, token, {
    httpOnly: true,
    sameSite: 'Strict',
    secure,
    path: new URL(request.url).pathname.replace(/\/[^/]*$/, ''),
    maxAge: DEVICE_DAYS * 24 * 60 * 60,
  });
}
