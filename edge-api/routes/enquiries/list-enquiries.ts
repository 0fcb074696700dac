// GET enquiries, GET enquiries/export, GET enquiries/{id}.
import * as z from 'zod/mini';
import { chosenIds, paging, searchText, sorting } from '#api/middleware/list-endpoint.ts';
import {
  enquirySheet,
  listEnquiries,
  readAllEnquiries,
  readEnquiry,
  toEnquiryRows,
} from '#api/services/enquiries/desk-enquiries.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import {
  type EnquiryKind,
  type EnquiryState,
  enquiryKinds,
  enquiryListSchema,
  enquirySchema,
  enquiryStates,
} from '#contract/site/enquiries.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { listEndpoint, workbookEndpoint } from '../../middleware/list-endpoint.ts';

/** An empty text is no filter, as forms send it. */
const filter = {
  kind: z._default(z.enum(['', ...enquiryKinds]), ''),
  state: z._default(z.enum(['', ...enquiryStates]), ''),
  search: searchText,
};

const named = ({ kind, state }: { kind: EnquiryKind | ''; state: EnquiryState | '' }) => ({
  kind: kind || undefined,
  state: state || undefined,
});

export const getEnquiries = listEndpoint(
  {
    path: '/enquiries',
    mayLag: true,
    summary:
      'What visitors sent, newest first or sorted, by kind, state and words; how many in all is in X-Total-Count.',
    query: z.object({
      ...filter,
      ...sorting(listSorts.enquiries),
      ...paging(20, 200),
    }),
    reply: enquiryListSchema,
  },
  ({ deps, query }) => listEnquiries(deps.db, { ...query, ...named(query) }),
);

export const getEnquiriesExport = workbookEndpoint(
  {
    path: '/enquiries/export',
    mayLag: true,
    summary:
      'The enquiries of a kind, state and search, all of them or the chosen ones, as a workbook.',
    query: z.object({ ...filter, chosen: chosenIds }),
  },
  ({ deps, query }) => ({
    fileName: 'Enquiries.xlsx',
    sheet: enquirySheet,
    rows: toEnquiryRows(readAllEnquiries(deps.db, { ...query, ...named(query) })),
  }),
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
