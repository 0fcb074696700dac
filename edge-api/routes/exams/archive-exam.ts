// POST exams/{id}/archive and POST exams/{id}/bring-back.
import * as z from 'zod/mini';
import { examSchema } from '#contract/wire/exams.ts';
import { idSchema, versionSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { archiveExam, bringBackExam } from '../../services/exams/archive-exam.ts';

const shared = {
  method: 'post',
  who: 'admin',
  params: z.object({ id: idSchema }),
  reply: examSchema,
} as const;

export const postExamArchive = endpoint(
  {
    ...shared,
    path: '/exams/:id/archive',
    summary:
      'Puts an exam out of the ordinary list and choosers and makes it Inactive; results and a published PDF stay. One that is being sat is refused; so is one with late answers to decide, documents to mark or paid candidates to come, unless `despite` is true.',
    body: z.object({
      version: z.optional(versionSchema),
      despite: z._default(z.boolean(), false),
    }),
    problems: ['not-found', 'changed-meanwhile', 'exam-in-use', 'invalid'],
  },
  ({ deps, caller, params, body }) => archiveExam(deps, caller.uid, params.id, body),
);

export const postExamBringBack = endpoint(
  {
    ...shared,
    path: '/exams/:id/bring-back',
    summary:
      'Undoes a deletion; with the version that was seen it brings an archived exam back, with the status it had as long as the bank can fill it.',
    body: z.object({ version: z.optional(versionSchema) }),
    problems: ['not-found', 'changed-meanwhile'],
  },
  ({ deps, caller, params, body }) => bringBackExam(deps, caller.uid, params.id, body.version),
);
