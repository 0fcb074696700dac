// Questions one by one: a candidate's own paper, or the administrator's bank.
import * as z from 'zod/mini';
import { paging, searchText, sorting } from '#api/middleware/list-endpoint.ts';
import { listBank, listOwnPaper } from '#api/services/questions/list-bank.ts';
import { readQuestion } from '#api/services/questions/read-questions.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import {
  candidateQuestionSchema,
  questionChangedSchema,
  questionDraftSchema,
  questionHistorySchema,
  questionSchema,
} from '#contract/desk/questions.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { idSchema, versionSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import {
  archiveQuestion,
  bringBackQuestion,
  changeQuestion,
  removeQuestion,
} from '../../services/questions/change-question.ts';
import { readHistory } from '../../services/questions/revisions.ts';

/** An empty state means no filter: forms send it when nothing is chosen. */
export const bankStateFilter = z._default(z.enum(['', 'Archived']), '');

export const getQuestions = endpoint(
  {
    route: 'get /questions',
    who: 'candidate-or-admin',
    summary:
      'For a candidate: the questions of that type in their own paper once it has opened, in the drawn order, without CorrectAnswer. For the administrator: the bank, newest first or sorted, by search and type, or with state=Archived the archived ones, with the total in X-Total-Count.',
    query: z.object({
      type: searchText,
      search: searchText,
      state: bankStateFilter,
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

export const getQuestion = endpoint(
  {
    route: 'get /questions/:id',
    who: 'admin',
    summary: 'One question of the bank, with the version to send back with a change.',
    params: z.object({ id: idSchema }),
    reply: questionSchema,
    problems: ['not-found'],
  },
  ({ deps, params }) => readQuestion(deps.db.orm, params.id),
);

export const putQuestion = endpoint(
  {
    route: 'put /questions/:id',
    who: 'admin',
    summary:
      'Changes a question; papers drawn before keep their text. An outdated version is refused; without a version the change always applies. affectedSittings says how many sittings were scored by another key.',
    params: z.object({ id: idSchema }),
    body: questionDraftSchema,
    bodyLimit: 1_000_000, // six texts, each as long as an Excel cell may be
    reply: questionChangedSchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  ({ deps, caller, params, body }) => changeQuestion(deps, caller.uid, params.id, body),
);

export const deleteQuestion = endpoint(
  {
    route: 'delete /questions/:id',
    who: 'admin',
    summary:
      'Takes a question out of the bank; one that a paper holds is archived, not erased. An outdated version is refused.',
    params: z.object({ id: idSchema }),
    query: z.object({ version: z.optional(z.pipe(z.coerce.number(), versionSchema)) }),
    reply: successReplySchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  async ({ deps, caller, params, query }) => {
    await removeQuestion(deps, caller.uid, { ...params, ...query });
    return { success: true } as const;
  },
);

const archiving = { who: 'admin', params: z.object({ id: idSchema }) } as const;

export const postQuestionArchive = endpoint(
  {
    ...archiving,
    route: 'post /questions/:id/archive',
    summary: 'Archives a question; it can be restored, and papers that hold it keep it.',
    body: z.object({ version: z.optional(versionSchema) }),
    reply: successReplySchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  async ({ deps, caller, params, body }) => {
    await archiveQuestion(deps, caller.uid, { ...params, ...body });
    return { success: true } as const;
  },
);

export const postQuestionBringBack = endpoint(
  {
    ...archiving,
    route: 'post /questions/:id/bring-back',
    summary: 'Restores an archived question, unless the bank now has the same one.',
    reply: successReplySchema,
    problems: ['not-found', 'invalid'],
  },
  async ({ deps, caller, params }) => {
    await bringBackQuestion(deps, caller.uid, params.id);
    return { success: true } as const;
  },
);

export const getQuestionHistory = endpoint(
  {
    ...archiving,
    route: 'get /questions/:id/history',
    summary: 'The history of a question’s text, newest first, and the exams whose papers hold it.',
    reply: questionHistorySchema,
    problems: ['not-found'],
  },
  ({ deps, params }) => readHistory(deps.db.orm, params.id),
);
