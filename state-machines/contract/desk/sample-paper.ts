// GET exams/{id}/preview: a paper as a candidate might get it, for the administrator's eyes alone.
import * as z from 'zod/mini';
import { paperQuestionSchema } from '../wire/sync.ts';

export const samplePaperSchema = z.array(paperQuestionSchema);
