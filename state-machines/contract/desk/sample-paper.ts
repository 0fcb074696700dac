// GET exams/{id}/preview: a sample paper, for the administrator only.
import * as z from 'zod/mini';
import { paperQuestionSchema } from '../wire/sync.ts';

export const samplePaperSchema = z.array(paperQuestionSchema);
