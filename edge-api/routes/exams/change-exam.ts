// PUT exams/{id}.
import * as z from 'zod/mini';
import { examSchema } from '#contract/wire/exams.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { changeExam } from '../../services/exams/change-exam.ts';
import { examForm, readExamForm } from './exam-form.ts';

export const putExam = endpoint(
  {
    method: 'put',
    path: '/exams/:id',
    who: 'admin',
    summary: 'Change an exam. Sections, format and duration stand once somebody has sat it.',
    params: z.object({ id: idSchema }),
    form: examForm,
    reply: examSchema,
    problems: [
      'not-found',
      'exam-in-use',
      'changed-meanwhile',
      'section-too-large',
      'too-large',
      'wrong-file-kind',
      'file-refused',
    ],
  },
  ({ deps, caller, params, form }) => {
    const { draft, picture } = readExamForm(form);
    return changeExam(deps, caller.uid, params.id, draft, picture);
  },
);
