// GET, PUT account; PUT account/exam; GET account/data; POST account/delete; GET, PUT, DELETE account/photo. Each acts on
// the caller's own account alone, which the session names.
import { disposition } from '#api/middleware/reply.ts';
import {
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from '#api/services/auth/second-factor.ts';
import {
  accountChangeSchema,
  accountDeletionSchema,
  accountSchema,
  examChoiceSchema,
  recoveryCodesSchema,
  secondFactorConfirmSchema,
  secondFactorRemovalSchema,
  secondFactorSchema,
  secondFactorSecretSchema,
  secondFactorStartSchema,
} from '#contract/site/account.ts';
import { ownPhotoSchema, photoChangeSchema } from '#contract/site/photo.ts';
import { successReplySchema, userReplySchema } from '#contract/wire/users.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { deleteAccount } from '../../services/account/delete-account.ts';
import { changeAccount, readAccount } from '../../services/account/own-account.ts';
import { chooseExam } from '../../services/account/own-exams.ts';
import { changePhoto, readOwnPhoto, removePhoto } from '../../services/account/own-photo.ts';
import { readData } from '../../services/account/read-data.ts';

export const getAccount = endpoint(
  {
    route: 'get /account',
    who: 'signed-in',
    summary: 'Your data, what you agreed to, and what prevents deleting it.',
    reply: accountSchema,
  },
  ({ deps, caller }) => readAccount(deps, caller.uid),
);

export const putAccount = endpoint(
  {
    route: 'put /account',
    who: 'candidate',
    summary:
      'Correct your details, naming the version you have seen. Another mobile number needs the password.',
    body: accountChangeSchema,
    reply: accountSchema,
    problems: ['changed-meanwhile', 'email-taken', 'mobile-taken', 'throttled'],
  },
  ({ deps, caller, body }) => changeAccount(deps, caller, body),
);

export const putOwnExam = endpoint(
  {
    route: 'put /account/exam',
    who: 'candidate',
    summary: 'Choose which of the exams that you have paid for comes next.',
    body: examChoiceSchema,
    reply: userReplySchema,
    problems: ['not-eligible', 'not-found', 'throttled'],
  },
  async ({ deps, caller, body }) => ({ user: await chooseExam(deps, caller.uid, body.examID) }),
);

export const getAccountData = endpoint(
  {
    route: 'get /account/data',
    who: 'signed-in',
    summary: 'All your data as one file.',
    reply: { describe: 'A JSON file.' },
    problems: ['throttled'],
  },
  async ({ deps, caller }) =>
    new Response(JSON.stringify(await readData(deps, caller.uid), null, 2), {
      headers: {
        'content-type': 'application/json',
        'content-disposition': disposition('attachment', `my-data-${caller.uid}.json`),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    }),
);

export const postAccountDelete = endpoint(
  {
    route: 'post /account/delete',
    who: 'candidate',
    summary:
      'Deletes your account unless something prevents it. Everything that names you is wiped; all sessions end.',
    body: accountDeletionSchema,
    reply: successReplySchema,
    problems: ['account-held', 'throttled'],
  },
  async ({ deps, caller, body }) => {
    await deleteAccount(deps, caller, body.password);
    return { success: true as const };
  },
);

export const getPhoto = endpoint(
  {
    route: 'get /account/photo',
    who: 'candidate',
    summary: 'Your photo for check-in, and whether you can still change it.',
    reply: ownPhotoSchema,
  },
  ({ deps, caller }) => readOwnPhoto(deps, caller.uid),
);

export const putPhoto = endpoint(
  {
    route: 'put /account/photo',
    who: 'candidate',
    summary: 'Add or change your photo: a JPEG of 300 by 400 pixels and at most 40,000 bytes.',
    body: photoChangeSchema,
    bodyLimit: 60_000, // 40,000 bytes in base64, and the JSON around them
    reply: ownPhotoSchema,
    problems: ['photo-locked', 'throttled', 'wrong-file-kind', 'too-large', 'file-refused'],
  },
  ({ deps, caller, body }) => changePhoto(deps, caller.uid, body.jpeg),
);

export const deletePhoto = endpoint(
  {
    route: 'delete /account/photo',
    who: 'candidate',
    summary: 'Remove your photo.',
    reply: ownPhotoSchema,
    problems: ['photo-locked'],
  },
  ({ deps, caller }) => removePhoto(deps, caller.uid),
);

// GET, POST account/second-factor; POST …/confirm and …/remove. Each acts on the caller's own account alone.
export const getSecondFactor = endpoint(
  {
    route: 'get /account/second-factor',
    who: 'staff',
    summary: 'Whether you sign in with a second factor, and whether you must.',
    reply: secondFactorSchema,
    beforeSecondFactor: true,
  },
  ({ deps, caller }) => readSecondFactor(deps, caller),
);

export const postSecondFactor = endpoint(
  {
    route: 'post /account/second-factor',
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
    route: 'post /account/second-factor/confirm',
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
    route: 'post /account/second-factor/remove',
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
