// DELETE exams/{id}.
import * as z from 'zod/mini';
import { hideExam } from '#api/services/exams/archive-exam.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { sentVersionSchema } from './exam-form.ts';

export const deleteExam = endpoint(
  {
    method: 'delete',
    path: '/exams/:id',
    who: 'admin',
    summary: 'Delete an exam from everyone’s sight; its candidates keep their results.',
    params: z.object({ id: idSchema }),
    query: z.object({ version: sentVersionSchema }),
    reply: successReplySchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  async ({ deps, caller, params, query }) => {
    await hideExam(deps, caller.uid, params.id, query.version);
    return { success: true as const };
  },
);
