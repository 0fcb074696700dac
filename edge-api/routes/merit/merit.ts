// The merit list of an exam: its rules and categories, working it out, publishing it and withdrawing it.
import * as z from 'zod/mini';
import {
  listEndpoint,
  paging,
  searchText,
  workbookEndpoint,
} from '#api/middleware/list-endpoint.ts';
import {
  meritCategoriesReportSchema,
  meritCategoriesSchema,
  meritListSchema,
  meritPlaceListSchema,
  meritPublishSchema,
  meritRulesChangeSchema,
  meritWithdrawSchema,
} from '#contract/desk/merit.ts';
import { ownRankQuerySchema, ownRankSchema, publishedMeritSchema } from '#contract/site/merit.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { changeRules, setCategories } from '../../services/merit/change-merit.ts';
import { readMerit } from '../../services/merit/find-merit.ts';
import {
  exportMerit,
  findRank,
  listMeritPlaces,
  listPublished,
} from '../../services/merit/places.ts';
import { publishMerit, withdrawMerit } from '../../services/merit/publish-merit.ts';
import { workOut } from '../../services/merit/work-out.ts';

const params = z.object({ id: idSchema });
const shared = { who: 'admin', params, reply: meritListSchema } as const;

export const getMerit = endpoint(
  {
    ...shared,
    route: 'get /exams/:id/merit',
    summary:
      'The merit list of an exam: rules, open points, and what was worked out and published.',
    problems: ['not-found'],
  },
  ({ deps, params: { id } }) => readMerit(deps, id),
);

export const putMerit = endpoint(
  {
    ...shared,
    route: 'put /exams/:id/merit',
    summary: 'Changes the rules of a merit list: shifts, tie-breaks in their order, cut-offs.',
    body: meritRulesChangeSchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  async ({ deps, caller, params: { id }, body }) => {
    await changeRules(deps, caller.uid, id, body);
    return readMerit(deps, id);
  },
);

export const putMeritCategories = endpoint(
  {
    route: 'put /exams/:id/merit/categories',
    who: 'admin',
    summary:
      'Sets candidates’ categories from a list with one line of UID and category each: all lines, or none if any is refused.',
    params,
    body: meritCategoriesSchema,
    bodyLimit: 5_000_000,
    reply: meritCategoriesReportSchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  ({ deps, caller, params: { id }, body }) => setCategories(deps, caller.uid, id, body),
);

export const postMeritWorkOut = endpoint(
  {
    ...shared,
    route: 'post /exams/:id/merit/work-out',
    summary: 'Works out the merit list from the current scores; nobody outside the office sees it.',
    problems: ['not-found', 'changed-meanwhile', 'unavailable'],
  },
  async ({ deps, caller, params: { id } }) => {
    await workOut(deps, caller.uid, id);
    return readMerit(deps, id);
  },
);

export const getMeritPlaces = listEndpoint(
  {
    route: 'get /exams/:id/merit/places',
    mayLag: true,
    summary: 'The list that was worked out last, best first; the total is in X-Total-Count.',
    params,
    query: z.object({ search: searchText, ...paging(20, 100) }),
    reply: meritPlaceListSchema,
    problems: ['not-found'],
  },
  ({ deps, params: { id }, query }) => listMeritPlaces(deps, id, query),
);

export const getMeritExport = workbookEndpoint(
  {
    route: 'get /exams/:id/merit/export',
    mayLag: true,
    summary: 'The list that was worked out last as a workbook: rank, total and UID first.',
    params,
    problems: ['not-found'],
  },
  ({ deps, params: { id } }) => exportMerit(deps, id),
);

export const postMeritPublish = endpoint(
  {
    ...shared,
    route: 'post /exams/:id/merit/publish',
    summary:
      'Publishes the list that was worked out last: as the exam’s result PDF, and for each candidate by UID.',
    body: meritPublishSchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  async ({ deps, caller, params: { id }, body }) => {
    await publishMerit(deps, caller.uid, id, body);
    return readMerit(deps, id);
  },
);

export const postMeritWithdraw = endpoint(
  {
    ...shared,
    route: 'post /exams/:id/merit/withdraw',
    summary: 'Withdraws a published merit list, and its PDF unless another has replaced it.',
    body: meritWithdrawSchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  async ({ deps, caller, params: { id }, body }) => {
    await withdrawMerit(deps, caller.uid, id, body.reason);
    return readMerit(deps, id);
  },
);

export const getPublishedMerit = endpoint(
  {
    route: 'get /merit',
    who: 'anyone',
    summary: 'Exams whose merit list is published, newest first.',
    reply: publishedMeritSchema,
  },
  ({ deps }) => listPublished(deps),
);

export const getOwnRank = endpoint(
  {
    route: 'get /merit/:id/rank',
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
