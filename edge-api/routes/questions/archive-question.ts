// POST questions/{id}/archive and questions/{id}/bring-back, and GET questions/{id}/history.
import * as z from 'zod/mini';
import { questionHistorySchema } from '#contract/desk/questions.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { idSchema, versionSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { archiveQuestion, bringBackQuestion } from '../../services/questions/change-question.ts';
import { readHistory } from '../../services/questions/read-history.ts';

const shared = { who: 'admin', params: z.object({ id: idSchema }) } as const;

export const postQuestionArchive = endpoint(
  {
    ...shared,
    method: 'post',
    path: '/questions/:id/archive',
    summary:
      'Takes a question out of the bank so that it can be brought back; papers that hold it keep it.',
    body: z.object({ version: z.optional(versionSchema) }),
    reply: successReplySchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  async ({ deps, caller, params, body }) => {
    await archiveQuestion(deps, caller.uid, params.id, body.version);
    return { success: true } as const;
  },
);

export const postQuestionBringBack = endpoint(
  {
    ...shared,
    method: 'post',
    path: '/questions/:id/bring-back',
    summary:
      'Puts an archived question back into the bank, unless the bank has the same one by now.',
    reply: successReplySchema,
    problems: ['not-found', 'invalid'],
  },
  async ({ deps, caller, params }) => {
    await bringBackQuestion(deps, caller.uid, params.id);
    return { success: true } as const;
  },
);

export const getQuestionHistory = endpoint(
  {
    ...shared,
    method: 'get',
    path: '/questions/:id/history',
    summary: 'What a question said from when on, newest first, and which exams’ papers hold it.',
    reply: questionHistorySchema,
    problems: ['not-found'],
  },
  ({ deps, params }) => readHistory(deps.db.orm, params.id),
);
