// GET questions: a candidate's own paper, or the administrator's bank.
import * as z from 'zod/mini';
import { paging, searchText, sorting } from '#api/middleware/list-endpoint.ts';
import { listOwnPaper } from '#api/services/questions/list-bank.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import { candidateQuestionSchema, questionSchema } from '#contract/desk/questions.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { listBank } from '../../services/questions/list-bank.ts';

/** An empty text is no filter, as forms send it. */
export const bankState = z._default(z.enum(['', 'Archived']), '');

export const getQuestions = endpoint(
  {
    method: 'get',
    path: '/questions',
    who: 'candidate-or-admin',
    summary:
      'For a candidate: the questions of that type in their own paper once it has opened, in the drawn order, without CorrectAnswer. For the administrator: the bank, newest first or sorted, by search and type, or with state=Archived those put away, with the total in X-Total-Count.',
    query: z.object({
      type: searchText,
      search: searchText,
      state: bankState,
      ...sorting(listSorts.questions),
      ...paging(10, 500),
    }),
    reply: z.union([z.array(questionSchema), z.array(candidateQuestionSchema)]),
    problems: [
      'not-eligible',
      'not-open-yet',
      'exam-over',
      'exam-inactive',
      'exam-paused',
      'already-submitted',
      'device-not-allowed',
      'section-too-large',
      'unavailable',
    ],
  },
  async ({ deps, caller, query, header }) => {
    if (caller.role === 'candidate') return listOwnPaper(deps, caller, query.type);
    const { total, rows } = await listBank(deps.db, query);
    header('x-total-count', String(total));
    return rows;
  },
);
