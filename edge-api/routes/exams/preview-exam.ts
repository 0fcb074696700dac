// GET exams/{id}/preview.
import * as z from 'zod/mini';
import { paperQuestionSchema } from '#contract/sync.ts';
import { idSchema } from '#contract/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { previewExam } from '../../services/exams/preview-exam.ts';

export const getExamPreview = endpoint(
  {
    method: 'get',
    path: '/exams/:id/preview',
    who: 'admin',
    summary:
      'A sample paper of the exam, drawn anew each time and kept nowhere; without correct answers.',
    params: z.object({ id: idSchema }),
    reply: z.array(paperQuestionSchema),
    problems: ['not-found', 'section-too-large'],
  },
  ({ deps, params }) => previewExam(deps.db, params.id),
);
