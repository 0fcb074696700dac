// GET exams/{id}/preview.
import * as z from 'zod/mini';
import { samplePaperSchema } from '#contract/desk/sample-paper.ts';
import { idSchema } from '#contract/wire/values.ts';
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
    reply: samplePaperSchema,
    problems: ['not-found', 'section-too-large'],
  },
  ({ deps, params }) => previewExam(deps.db, params.id),
);
