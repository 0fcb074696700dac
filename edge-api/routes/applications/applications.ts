// Course applications: sending one, and the office's list of them.
import * as z from 'zod/mini';
import {
  listEndpoint,
  listQueries,
  paging,
  workbookEndpoint,
} from '#api/middleware/list-endpoint.ts';
import {
  changeApplication,
  createApplication,
  exportApplications,
  findApplication,
  listApplications,
} from '#api/services/applications/applications.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import {
  applicationChangeSchema,
  deskApplicationListSchema,
  deskApplicationSchema,
} from '#contract/desk/payment-desk.ts';
import {
  applicationReplySchema,
  applicationRequestSchema,
  applicationStates,
} from '#contract/site/applications.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';

export const postApplication = endpoint(
  {
    route: 'post /applications',
    who: 'anyone',
    summary: 'Applies for a course; the amount to pay is the course’s.',
    body: applicationRequestSchema,
    reply: applicationReplySchema,
    status: 201,
    problems: ['throttled'],
  },
  ({ deps, body, address }) => createApplication(deps, body, address),
);

const queries = listQueries(
  {
    state: z._default(z.enum(['', ...applicationStates]), ''),
    paid: z._default(z.enum(['', 'yes', 'no']), ''),
  },
  listSorts.applications,
  paging(20, 200),
);

export const getApplications = listEndpoint(
  {
    route: 'get /applications',
    mayLag: true,
    summary:
      'Course applications, newest first or sorted, searched by name, email, phone, course, transaction or note; the total is in X-Total-Count.',
    query: queries.list,
    reply: deskApplicationListSchema,
  },
  ({ deps, query }) => listApplications(deps.db, query),
);

export const getApplicationsExport = workbookEndpoint(
  {
    route: 'get /applications/export',
    mayLag: true,
    summary: 'The applications that match, all of them or the chosen ones, as an Excel workbook.',
    query: queries.workbook,
  },
  ({ deps, query }) => exportApplications(deps.db, query),
);

export const getApplication = endpoint(
  {
    route: 'get /applications/:id',
    who: 'admin',
    summary: 'One application.',
    params: z.object({ id: idSchema }),
    reply: deskApplicationSchema,
    problems: ['not-found'],
  },
  async ({ deps, params }) => {
    const application = await findApplication(deps.db, params.id);
    if (!application) throw new Problem('not-found');
    return application;
  },
);

export const putApplication = endpoint(
  {
    route: 'put /applications/:id',
    who: 'admin',
    summary: 'Records what the office has done about an application.',
    params: z.object({ id: idSchema }),
    body: applicationChangeSchema,
    reply: deskApplicationSchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  ({ deps, caller, params, body }) => changeApplication(deps, caller.uid, params.id, body),
);
