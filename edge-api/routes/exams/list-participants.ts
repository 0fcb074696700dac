// GET exams/by-exam/{id}.
import * as z from 'zod/mini';
import { participantListSchema } from '#contract/participants.ts';
import { idSchema } from '#contract/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { listParticipants } from '../../services/exams/list-participants.ts';

const LONGEST_PAGE = 5_000;

const wholeNumber = (fallback: number, most: number) =>
  z._default(
    z.pipe(z.pipe(z.string(), z.transform(Number)), z.int().check(z.positive(), z.maximum(most))),
    fallback,
  );

export const getParticipants = endpoint(
  {
    method: 'get',
    path: '/exams/by-exam/:id',
    who: 'admin',
    summary:
      'Who applied for an exam, oldest application first; how many in all is in X-Total-Count.',
    params: z.object({ id: idSchema }),
    query: z.object({
      search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
      page: wholeNumber(1, 100_000),
      pageSize: wholeNumber(1_000, LONGEST_PAGE),
    }),
    reply: participantListSchema,
    problems: ['not-found'],
  },
  async ({ deps, params, query, header }) => {
    const { participants, total } = await listParticipants(deps, { examId: params.id, ...query });
    header('x-total-count', String(total));
    return participants;
  },
);
