// GET activity and GET activity/export: who did what, when, to what.
import * as z from 'zod/mini';
import { pageSizeUpTo, searchText } from '#api/middleware/list-endpoint.ts';
import { activityListSchema } from '#contract/desk/activity.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { workbookEndpoint } from '../../middleware/list-endpoint.ts';
import { exportActivity, listActivity } from '../../services/activity/list-activity.ts';

/** A day from 1900 to 2099, so that the database can calculate with it; empty for no limit. */
const day = z._default(z.union([z.literal(''), z.iso.date().check(z.regex(/^(19|20)/))]), '');
const filter = {
  actor: searchText,
  action: searchText,
  subject: searchText,
  text: searchText,
  from: day,
  to: day,
};

export const getActivity = endpoint(
  {
    route: 'get /activity',
    who: 'admin',
    mayLag: true,
    summary:
      'The audit log, newest first, by actor (a uid, or `server`), action, subject, any text and India days; `below` is the id of the last entry seen.',
    query: z.object({
      ...filter,
      below: z.optional(z.coerce.number().check(z.int(), z.positive())),
      pageSize: z._default(pageSizeUpTo(200), 50),
    }),
    reply: activityListSchema,
  },
  ({ deps, query: { below, pageSize, ...wanted } }) =>
    listActivity(deps.db.orm, wanted, below ?? null, pageSize),
);

export const getActivityExport = workbookEndpoint(
  {
    route: 'get /activity/export',
    mayLag: true,
    summary: 'The matching entries of the audit log as a workbook, newest first.',
    query: z.object(filter),
  },
  ({ deps, query }) => exportActivity(deps.db.orm, query),
);
