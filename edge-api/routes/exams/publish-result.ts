// POST exams/upload-result/{id} and DELETE exams/delete-result/{id}.
import * as z from 'zod/mini';
import { examSchema } from '#contract/wire/exams.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint, readAs } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';
import { publishResult, takeBackResult } from '../../services/results/publish-result.ts';
import { sentVersionSchema } from './change-exam.ts';

const params = z.object({ id: idSchema });

export const postResult = endpoint(
  {
    method: 'post',
    path: '/exams/upload-result/:id',
    who: 'admin',
    summary: 'Publish the result PDF of an exam; an earlier one is replaced.',
    params,
    form: {
      limitBytes: 20_000_000,
      describe: {
        pdf: 'The PDF, at most 20 MB',
        version: 'Optional: the version of the exam that was seen',
      },
    },
    reply: examSchema,
    problems: ['not-found', 'changed-meanwhile', 'too-large', 'wrong-file-kind', 'file-refused'],
  },
  ({ deps, caller, params: { id }, form }) => {
    const pdf = form.get('pdf');
    if (!(pdf instanceof File))
      throw new Problem('invalid', { fields: { pdf: 'Please choose a PDF file.' } });
    const version = readAs(sentVersionSchema, form.get('version') ?? undefined);
    return publishResult(deps, caller.uid, id, pdf, version);
  },
);

export const deleteResult = endpoint(
  {
    method: 'delete',
    path: '/exams/delete-result/:id',
    who: 'admin',
    summary: 'Withdraws the result PDF of an exam.',
    params,
    query: z.object({ version: sentVersionSchema }),
    reply: examSchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  ({ deps, caller, params: { id }, query }) => takeBackResult(deps, caller.uid, id, query.version),
);
