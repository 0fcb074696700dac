// GET exams/by-exam/{id}.
import * as z from 'zod/mini';
import { paging, searchText, sorting } from '#api/middleware/list-endpoint.ts';
import { listParticipants } from '#api/services/exams/participants.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import { participantListSchema } from '#contract/desk/participants.ts';
import { statuses } from '#contract/wire/users.ts';
import { idSchema } from '#contract/wire/values.ts';
import { listEndpoint } from '../../middleware/list-endpoint.ts';

const LONGEST_PAGE = 5_000;

/** An empty text is no filter, as forms send it. */
export const participantFilters = {
  search: searchText,
  status: z._default(z.enum(['', ...statuses]), ''),
};

export const getParticipants = listEndpoint(
  {
    path: '/exams/by-exam/:id',
    mayLag: true,
    summary:
      'Who applied for an exam, oldest application first or sorted; how many in all is in X-Total-Count.',
    params: z.object({ id: idSchema }),
    query: z.object({
      ...participantFilters,
      ...sorting(listSorts.participants),
      ...paging(1_000, LONGEST_PAGE),
    }),
    reply: participantListSchema,
    problems: ['not-found'],
  },
  ({ deps, params, query }) => listParticipants(deps, { examId: params.id, ...query }),
);
