// GET enquiries, GET enquiries/export, GET enquiries/{id}.
import * as z from 'zod/mini';
import {
  enquiryKinds,
  enquiryListSchema,
  enquirySchema,
  enquiryStates,
} from '#contract/site/enquiries.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { paging, searchText } from '../../middleware/list-query.ts';
import { workbookReply } from '../../middleware/workbook-reply.ts';
import { enquirySheet, toEnquiryRows } from '../../services/enquiries/enquiry-sheet.ts';
import {
  listEnquiries,
  readAllEnquiries,
  readEnquiry,
} from '../../services/enquiries/list-enquiries.ts';

/** An empty text is no filter, as forms send it. */
const filter = {
  kind: z._default(z.enum(['', ...enquiryKinds]), ''),
  state: z._default(z.enum(['', ...enquiryStates]), ''),
  search: searchText,
};

export const getEnquiries = endpoint(
  {
    method: 'get',
    path: '/enquiries',
    who: 'admin',
    summary:
      'What visitors sent, newest first, by kind, state and words; how many in all is in X-Total-Count.',
    query: z.object({
      ...filter,
      ...paging(20, 200),
    }),
    reply: enquiryListSchema,
  },
  async ({ deps, query, header }) => {
    const { total, rows } = await listEnquiries(deps.db, {
      ...query,
      kind: query.kind || undefined,
      state: query.state || undefined,
    });
    header('x-total-count', String(total));
    return rows;
  },
);

export const getEnquiriesExport = endpoint(
  {
    method: 'get',
    path: '/enquiries/export',
    who: 'admin',
    summary: 'The enquiries of a kind, state and search as a workbook.',
    query: z.object(filter),
    reply: { describe: 'An Excel workbook (.xlsx).' },
  },
  async ({ deps, query }) => {
    const { search } = query;
    const kind = query.kind || undefined;
    const state = query.state || undefined;
    const pieces = readAllEnquiries(deps.db, { kind, state, search });
    return workbookReply(deps, {
      fileName: 'Enquiries.xlsx',
      sheet: enquirySheet,
      rows: toEnquiryRows(pieces),
    });
  },
);

export const getEnquiry = endpoint(
  {
    method: 'get',
    path: '/enquiries/:id',
    who: 'admin',
    summary: 'One enquiry as it stands.',
    params: z.object({ id: idSchema }),
    reply: enquirySchema,
    problems: ['not-found'],
  },
  ({ deps, params }) => readEnquiry(deps.db, params.id),
);
