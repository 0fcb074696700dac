// GET live, GET live/{examId}/sittings.
import * as z from 'zod/mini';
import { paging, searchText, sorting } from '#api/middleware/list-endpoint.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import { liveBoardSchema, liveFilters, liveSittingsSchema } from '#contract/desk/live.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { watchExams, watchSittings } from '../../services/live/watch-exams.ts';

export const getLive = endpoint(
  {
    route: 'get /live',
    who: 'admin',
    summary: 'Exams under way or opening today, with the number of candidates in each state.',
    reply: liveBoardSchema,
  },
  ({ deps }) => watchExams(deps),
);

export const getLiveSittings = endpoint(
  {
    route: 'get /live/:examId/sittings',
    who: 'admin',
    summary:
      'The people of an exam in one state, found by words, sorted; the total is in X-Total-Count.',
    params: z.object({ examId: idSchema }),
    query: z.object({
      filter: z._default(z.enum(liveFilters), 'started'),
      search: searchText,
      ...sorting(listSorts.live),
      ...paging(50, 200),
    }),
    reply: liveSittingsSchema,
    problems: ['not-found'],
  },
  async ({ deps, params, query, header }) => {
    const { sittings, total } = await watchSittings(deps, { ...params, ...query });
    header('x-total-count', String(total));
    return sittings;
  },
);
