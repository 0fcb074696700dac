// What people send from the public pages (contact, Hire Us, newsletter), and the office's list of it.
import * as z from 'zod/mini';
import {
  listEndpoint,
  listQueries,
  paging,
  workbookEndpoint,
} from '#api/middleware/list-endpoint.ts';
import {
  changeEnquiry,
  exportEnquiries,
  listEnquiries,
  readEnquiry,
  takeContact,
  takeHireUs,
  takeNewsletter,
} from '#api/services/enquiries/enquiries.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import {
  contactRequestSchema,
  enquiryChangeSchema,
  enquiryKinds,
  enquiryListSchema,
  enquirySchema,
  enquiryStates,
  hireUsRequestSchema,
  newsletterRequestSchema,
} from '#contract/site/enquiries.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';

const done = { success: true as const };
const common = {
  who: 'anyone',
  reply: successReplySchema,
  status: 201,
  problems: ['throttled'],
} as const;

export const postContact = endpoint(
  {
    ...common,
    route: 'post /contact',
    summary: 'A message to the office; the same id sent twice is stored once.',
    body: contactRequestSchema,
  },
  async ({ deps, body, address }) => {
    await takeContact(deps, body, address);
    return done;
  },
);

export const postHireUs = endpoint(
  {
    ...common,
    route: 'post /enquiries',
    summary: 'A company’s enquiry (Hire Us); the same id sent twice is stored once.',
    body: hireUsRequestSchema,
  },
  async ({ deps, body, address }) => {
    await takeHireUs(deps, body, address);
    return done;
  },
);

export const postNewsletter = endpoint(
  {
    ...common,
    route: 'post /newsletter',
    summary: 'Subscribes an email address to the newsletter; an address is stored once.',
    body: newsletterRequestSchema,
  },
  async ({ deps, body, address }) => {
    await takeNewsletter(deps, body, address);
    return done;
  },
);

const queries = listQueries(
  {
    kind: z._default(z.enum(['', ...enquiryKinds]), ''),
    state: z._default(z.enum(['', ...enquiryStates]), ''),
  },
  listSorts.enquiries,
  paging(20, 200),
);

export const getEnquiries = listEndpoint(
  {
    route: 'get /enquiries',
    mayLag: true,
    summary:
      'Messages from visitors, newest first or sorted, by kind, state and words; the total is in X-Total-Count.',
    query: queries.list,
    reply: enquiryListSchema,
  },
  ({ deps, query }) => listEnquiries(deps.db, query),
);

export const getEnquiriesExport = workbookEndpoint(
  {
    route: 'get /enquiries/export',
    mayLag: true,
    summary:
      'The enquiries of a kind, state and search, all of them or the chosen ones, as a workbook.',
    query: queries.workbook,
  },
  ({ deps, query }) => exportEnquiries(deps.db, query),
);

export const getEnquiry = endpoint(
  {
    route: 'get /enquiries/:id',
    who: 'admin',
    summary: 'One enquiry.',
    params: z.object({ id: idSchema }),
    reply: enquirySchema,
    problems: ['not-found'],
  },
  ({ deps, params }) => readEnquiry(deps.db, params.id),
);

export const putEnquiry = endpoint(
  {
    route: 'put /enquiries/:id',
    who: 'admin',
    summary: 'Sets an enquiry’s state and the office’s note.',
    params: z.object({ id: idSchema }),
    body: enquiryChangeSchema,
    reply: enquirySchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  ({ deps, caller, params, body }) => changeEnquiry(deps, caller.uid, params.id, body),
);
