// GET merit and merit/{id}/rank: which merit lists are published, and the own rank by UID.
import * as z from 'zod/mini';
import { ownRankQuerySchema, ownRankSchema, publishedMeritSchema } from '#contract/site/merit.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { findRank, listPublished } from '../../services/merit/find-rank.ts';

export const getPublishedMerit = endpoint(
  {
    method: 'get',
    path: '/merit',
    who: 'anyone',
    summary: 'Exams whose merit list is published, newest first.',
    reply: publishedMeritSchema,
  },
  ({ deps }) => listPublished(deps),
);

export const getOwnRank = endpoint(
  {
    method: 'get',
    path: '/merit/:id/rank',
    who: 'anyone',
    summary: 'Rank, total and percentile of one candidate on a published merit list. No name.',
    params: z.object({ id: idSchema }),
    query: ownRankQuerySchema,
    reply: ownRankSchema,
    problems: ['not-found', 'throttled'],
  },
  ({ deps, params: { id }, query: { uid }, address }) =>
    findRank(deps, { examId: id, uid }, address),
);
