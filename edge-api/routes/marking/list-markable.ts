// GET exams/{id}/marking.
import * as z from 'zod/mini';
import { pageSizeUpTo, searchText } from '#api/middleware/list-endpoint.ts';
import { listMarkable } from '#api/services/marking/read-markable.ts';
import { markingFilters, markingListSchema } from '#contract/desk/marking.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';

export const getMarking = endpoint(
  {
    method: 'get',
    path: '/exams/:id/marking',
    who: 'admin',
    summary:
      'The ended sittings of an exam that takes documents, with their marks. `after` is the last sitting of the page before; how many fit the filter and search is in X-Total-Count.',
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
