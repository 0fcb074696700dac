// GET exams/getresult/:uid: the scores of a candidate's sittings.
import * as z from 'zod/mini';
import { resultsReplySchema } from '#contract/wire/results.ts';
import { uidSchema } from '#contract/wire/values.ts';
import { endpoint, requireOwn } from '../../middleware/endpoint.ts';
import { listResults } from '../../services/sittings/list-results.ts';

export const getResult = endpoint(
  {
    method: 'get',
    path: '/exams/getresult/:uid',
    who: 'candidate-or-admin',
    summary: 'Scores of a candidate’s sittings, newest first: TotalScore, then each section.',
    params: z.object({ uid: uidSchema }),
    reply: resultsReplySchema,
  },
  ({ deps, caller, params }) =>
    listResults(
      deps.db,
      requireOwn(caller, params.uid),
      caller.role === 'admin' ? null : deps.now(),
    ),
);
