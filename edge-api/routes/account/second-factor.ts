// GET, POST account/second-factor; POST …/confirm and …/remove: each for oneself alone, by the session.
import {
  recoveryCodesSchema,
  secondFactorConfirmSchema,
  secondFactorRemovalSchema,
  secondFactorSchema,
  secondFactorSecretSchema,
  secondFactorStartSchema,
} from '#contract/desk/second-factor.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import {
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from '../../services/auth/second-factor.ts';

export const getSecondFactor = endpoint(
  {
    method: 'get',
    path: '/account/second-factor',
    who: 'staff',
    summary: 'Whether you sign in with a second factor, and whether you must.',
    reply: secondFactorSchema,
    beforeSecondFactor: true,
  },
  ({ deps, caller }) => readSecondFactor(deps, caller),
);

export const postSecondFactor = endpoint(
  {
    method: 'post',
    path: '/account/second-factor',
    who: 'staff',
    summary: 'Begins a second factor: a new secret for an authenticator app, not active yet.',
    body: secondFactorStartSchema,
    reply: secondFactorSecretSchema,
    problems: ['throttled', 'unavailable'],
    beforeSecondFactor: true,
  },
  ({ deps, caller, body }) => startSecondFactor(deps, caller, body.password),
);

export const postSecondFactorConfirm = endpoint(
  {
    method: 'post',
    path: '/account/second-factor/confirm',
    who: 'staff',
    summary:
      'Activates it with a code from the app. Returns the recovery codes once and ends your other sessions.',
    body: secondFactorConfirmSchema,
    reply: recoveryCodesSchema,
    problems: ['not-found', 'changed-meanwhile', 'throttled'],
    beforeSecondFactor: true,
  },
  async ({ deps, caller, body }) => ({
    recoveryCodes: await confirmSecondFactor(deps, caller, body.code),
  }),
);

export const postSecondFactorRemove = endpoint(
  {
    method: 'post',
    path: '/account/second-factor/remove',
    who: 'staff',
    summary:
      'Removes your second factor; needs your password and a code from the app or a recovery code.',
    body: secondFactorRemovalSchema,
    reply: successReplySchema,
    problems: ['not-found', 'throttled', 'unavailable'],
  },
  async ({ deps, caller, body }) => {
    await removeSecondFactor(deps, caller, body);
    return { success: true as const };
  },
);
