// GET, PUT account; GET account/data; POST account/delete: each for oneself alone, by the session.
import {
  accountChangeSchema,
  accountDeletionSchema,
  accountSchema,
} from '#contract/site/account.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { disposition } from '../../middleware/disposition.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { changeAccount } from '../../services/account/change-account.ts';
import { deleteAccount } from '../../services/account/delete-account.ts';
import { readAccount } from '../../services/account/read-account.ts';
import { readData } from '../../services/account/read-data.ts';

export const getAccount = endpoint(
  {
    method: 'get',
    path: '/account',
    who: 'signed-in',
    summary: 'What we hold about you, what you agreed to, and what stands against deleting it.',
    reply: accountSchema,
  },
  ({ deps, caller }) => readAccount(deps, caller.uid),
);

export const putAccount = endpoint(
  {
    method: 'put',
    path: '/account',
    who: 'candidate',
    summary:
      'Correct your details, naming the version you have seen. Another mobile number needs the password.',
    body: accountChangeSchema,
    reply: accountSchema,
    problems: ['changed-meanwhile', 'email-taken', 'mobile-taken', 'throttled'],
  },
  ({ deps, caller, body }) => changeAccount(deps, caller, body),
);

export const getAccountData = endpoint(
  {
    method: 'get',
    path: '/account/data',
    who: 'signed-in',
    summary: 'Everything we hold that concerns you, as one file.',
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
    method: 'post',
    path: '/account/delete',
    who: 'candidate',
    summary:
      'Delete your account where nothing stands against it: what names you is wiped, all sessions end.',
    body: accountDeletionSchema,
    reply: successReplySchema,
    problems: ['account-held', 'throttled'],
  },
  async ({ deps, caller, body }) => {
    await deleteAccount(deps, caller, body.password);
    return { success: true as const };
  },
);
