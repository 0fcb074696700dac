// Marking of document answers: the sittings to mark, one candidate's pages, and the mark.
import * as z from 'zod/mini';
import { pageSizeUpTo, searchText } from '#api/middleware/list-endpoint.ts';
import { listMarkable, markDocuments, readMarkable } from '#api/services/marking/marking.ts';
import {
  markableSittingSchema,
  markingFilters,
  markingListSchema,
  markRequestSchema,
} from '#contract/desk/marking.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';

export const getMarking = endpoint(
  {
    route: 'get /exams/:id/marking',
    who: 'admin',
    summary:
      'The ended sittings of an exam that takes documents, with their marks. `after` is the last sitting of the previous page; the total is in X-Total-Count.',
    params: z.object({ id: idSchema }),
    query: z.object({
      filter: z._default(z.enum(markingFilters), 'to-mark'),
      search: searchText,
      after: z._default(z.union([idSchema, z.literal('')]), ''),
      pageSize: z._default(pageSizeUpTo(200), 50),
    }),
    reply: markingListSchema,
    problems: ['not-found'],
  },
  async ({ deps, params, query, header }) => {
    const { list, total } = await listMarkable(deps, { examId: params.id, ...query });
    header('x-total-count', String(total));
    return list;
  },
);

export const getMarkable = endpoint(
  {
    route: 'get /sittings/:id/marking',
    who: 'admin',
    summary:
      'A sitting for marking its documents: the pages that count, in the candidate’s order, as links valid for a week, and the mark so far.',
    params: z.object({ id: idSchema }),
    reply: markableSittingSchema,
    problems: ['not-found'],
  },
  ({ deps, params }) => readMarkable(deps, params.id),
);

export const putMark = endpoint(
  {
    route: 'put /sittings/:id/marking',
    who: 'admin',
    summary:
      'Sets, changes or (null) removes the mark for a sitting’s documents, with the reason. `seen` is the time of the mark that was shown, so that another marker’s mark is not overwritten.',
    params: z.object({ id: idSchema }),
    body: markRequestSchema,
    reply: markableSittingSchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  ({ deps, caller, params, body }) => markDocuments(deps, caller.uid, params.id, body),
);
