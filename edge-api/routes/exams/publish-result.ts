// POST exams/upload-result/{id} and DELETE exams/delete-result/{id}.
import * as z from 'zod/mini';
import { examSchema } from '#contract/exams.ts';
import { idSchema } from '#contract/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';
import { publishResult, takeBackResult } from '../../services/results/publish-result.ts';

const params = z.object({ id: idSchema });

export const postResult = endpoint(
  {
    method: 'post',
    path: '/exams/upload-result/:id',
    who: 'admin',
    summary: 'Publish the result PDF of an exam; an earlier one is replaced.',
    params,
    form: { limitBytes: 20_000_000, describe: { pdf: 'The PDF, at most 20 MB' } },
    reply: examSchema,
    problems: ['not-found', 'too-large', 'wrong-file-kind', 'file-refused'],
  },
  ({ deps, caller, params: { id }, form }) => {
    const pdf = form.get('pdf');
    if (!(pdf instanceof File))
      throw new Problem('invalid', { fields: { pdf: 'Please choose a PDF file.' } });
    return publishResult(deps, caller.uid, id, pdf);
  },
);

export const deleteResult = endpoint(
  {
    method: 'delete',
    path: '/exams/delete-result/:id',
    who: 'admin',
    summary: 'Take back the result PDF of an exam.',
    params,
    reply: examSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, params: { id } }) => takeBackResult(deps, caller.uid, id),
);
