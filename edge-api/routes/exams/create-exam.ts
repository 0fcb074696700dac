// POST exams.

import { createExam } from '#api/services/exams/change-exam.ts';
import { examSchema } from '#contract/wire/exams.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { examForm, readExamForm } from './exam-form.ts';

export const postExam = endpoint(
  {
    method: 'post',
    path: '/exams',
    who: 'admin',
    summary: 'Create an exam. A start date without a zone is India time.',
    form: examForm,
    reply: examSchema,
    status: 201,
    problems: ['section-too-large', 'too-large', 'wrong-file-kind', 'file-refused'],
  },
  ({ deps, caller, form }) => {
    const { draft, picture } = readExamForm(form);
    return createExam(deps, caller.uid, draft, picture);
  },
);
