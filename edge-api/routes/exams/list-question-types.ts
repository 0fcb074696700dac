// GET exams/question-types, and beside it GET exams/question-counts.
import * as z from 'zod/mini';
import { readQuestionTypes } from '#api/services/exams/read-exams.ts';
import { endpoint } from '../../middleware/endpoint.ts';

export const getQuestionTypes = endpoint(
  {
    method: 'get',
    path: '/exams/question-types',
    who: 'admin',
    summary: 'The types of question in the bank.',
    reply: z.array(z.string()),
  },
  async ({ deps }) => (await readQuestionTypes(deps.db)).map(({ type }) => type),
);

export const getQuestionCounts = endpoint(
  {
    method: 'get',
    path: '/exams/question-counts',
    who: 'admin',
    summary: 'How many questions of each type the bank holds.',
    reply: z.array(z.object({ type: z.string(), count: z.int() })),
  },
  ({ deps }) => readQuestionTypes(deps.db),
);
